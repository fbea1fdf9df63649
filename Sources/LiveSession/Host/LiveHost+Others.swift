import Markup
import Workbench

// The program's other hosts, where several share a log.
extension LiveHost {
  public func log(didHear message: HostMessage) {
    switch message {
    case .person(let person):
      if let member = members.values.first(where: { $0.person?.author == person.author }) {
        // An owner at that host has given a role, or the member has just come from that host.
        if member.person?.role != .owner, member.person?.role != person.role { give(person.role, to: person.author) }
        return
      }
      var person = person
      // Their host may not know yet about a role that was given here.
      if person.role != .owner, let role = given.authors[person.author]?.role { person.role = role }
      others[person.author] = person
      return tellMembers(.person(person), but: nil)
    case .run(let author, let run): note(run, of: author)
    case .gone(let author):
      runs[author] = nil
      if others.removeValue(forKey: author) == nil { return }
    default: break
    }
    tellMembers(message, but: nil)
  }

  public func snapshotForLog() -> ProgramSnapshot { settledSnapshot() }

  public func log(didReplaceWith contents: LogContents, lost: [LoggedBatch]) {
    var again = lost.map { Submission(batch: $0.batch, wasLogged: true) }
    again += appending.map(\.sent)
    appending = []
    isDiffering = false
    submit(again, insteadOf: contents.batches)
    kept = nil
    // There is nothing else to try; a client that joins again makes the host open the log again.
    if let problem = become(contents) { return end(problem) }
    for batch in contents.batches { settle(batch.batch) }
    for (author, count) in contents.counts { settle(author, count) }
    for member in members.values { if let person = member.person { sendState(to: member, person) } }
    appendNext()
  }

  /// Makes the program equal to a log's.
  /// - Returns: the reason why that is impossible; nil on success.
  private func become(_ contents: LogContents) -> String? {
    let snapshot = contents.snapshot
    do {
      let document = try snapshot.document(factory: program.workspace.factory)
      guard program.become(document.workspace, like: snapshot, style: document.style).isEqual else {
        return "the program can’t be made like the snapshot of \(snapshot.number)"
      }
      number = snapshot.number
      for batch in contents.batches {
        _ = try program.apply(batch)
        number += 1
      }
    } catch {
      return "the log can’t be applied after \(number): \(error)"
    }
    // The last batch's hash isn't compared: all hosts and clients that read the log get this program.
    return nil
  }
}
