import EventQueues
import LiveSession
import Workbench

// Messages from the host.
extension SharedSession {
  /// Whether received lines wait because the user pressed a key.
  var isBehind: Bool { !lines.isEmpty }

  /// Processes the lines that the host has sent, until the user presses a key.
  /// - Returns: whether the connection is still open.
  func receive(hasInput: () -> Bool) -> Bool {
    guard let socket else { return false }
    lines += socket.read()
    if !lines.isEmpty, workbench.followOthers({ takeIn(hasInput) }) { whenPreviewEnded() }
    if self.socket == nil || socket.isClosed && lines.isEmpty {
      let reason = closeReason?.reason ?? socket.lastMessage
      disconnect()
      isEnded = closeReason?.isFinal ?? false
      offlineReason = reason ?? "the connection was lost"
      let words = closeReason?.reason ?? "the connection to \(name) is lost" + (reason.map { " (\($0))" } ?? "")
      say("\(words); your changes are kept\(isEnded ? " on this machine" : ", and sent when it is back")")
      closeReason = nil
    }
    return isConnected
  }

  /// The maximum time of processing lines before the screen shows their effects.
  private static let longest = Duration.seconds(5)

  /// Processes waiting lines, then reapplies the user's own changes, which were undone to apply those of others.
  func takeIn(_ hasInput: () -> Bool) {
    let start = ContinuousClock.now
    var sliceStart = start
    Progress.within(0...1, Progress.Activity("applying the changes of others")) {
      var loop = Progress.Loop(of: lines.count)
      repeat {
        while let line = lines.popFirst() {
          receive(line)
          loop.step()
          guard .now - sliceStart >= slice else { continue }
          if hasInput() { break }
          sliceStart = .now
        }
      } while lines.isEmpty && .now - start < Self.longest && !hasInput() && awaitLines()
    }
    client.catchUp()
    if report.sentCount == nil || client.isConfirmed,
      let message = report.take(key: CanvasMode.key(ofCommandNamed: "deleted-blocks"))
    {
      say(message)
    }
  }

  /// Waits for more lines, for no longer than it takes to reapply the user's own changes: more lines would undo them
  /// again.
  /// - Returns: whether some have arrived.
  private func awaitLines() -> Bool {
    guard client.undoneCount > 0, let socket, !socket.isClosed else { return false }
    write()
    guard socket.wait(atMost: min(.microseconds(100) * client.undoneCount, slice)) else { return false }
    lines += socket.read()
    return !lines.isEmpty
  }

  private func receive(_ line: [UInt8]) {
    do throws(MessageError) {
      try handle(try HostMessage(line))
    } catch {
      say("\(name): \(error)")
    }
  }

  private func handle(_ message: HostMessage) throws(MessageError) {
    switch message {
    case .applied(let batch): client.applied(batch)
    case .confirmed(let number, let count, let hash): client.confirmed(number: number, count: count, hash: hash)
    case .refused(let count, let reason): client.refused(count: count, reason: reason)
    case .state(let state, let snapshot):
      do throws(OpenError) { try client.adopt(snapshot, lastCount: state.lastCount) } catch { say("\(error)") }
    case .resumed: break
    case .person(let person):
      if person.author == hello.author {
        if person.role != role {
          say(person.role.mayEdit ? "you may edit \(name) now" : remark ?? "you may only watch \(name) now")
        }
        role = person.role
      } else {
        let known = people.updateValue(person, forKey: person.author)
        if person.presence.hasHandUp, known?.presence.hasHandUp != true {
          say(Self.words(forHandOf: person.name))
        } else if known == nil {
          say("\(person.name) has joined")
        }
        if following == person.author { keepUp(with: person, isBusy: isBusy()) }
      }
    case .run(let author, let run): take(run, of: author)
    case .gone(let author):
      runs[author] = nil
      if let person = people.removeValue(forKey: author) { say("\(person.name) has left") }
    case .saved(let message, _): say(message)
    case .notSaved(let message, let choice):
      // Letters that are being typed must not answer the question.
      if isBusy() { say("\(message); save again to choose") } else { ask(message, choice) }
    case .code(let state): workbench.codeState = state
    case .chat(let author, let text):
      say("\(author == hello.author ? "you" : people[author]?.name ?? "somebody"): \(text)")
    case .show(let author):
      guard let person = people[author] else { break }
      // A user who is typing is not moved elsewhere.
      if isBusy() {
        say("\(person.name) wants to show something: the list of people leads there")
      } else {
        follow(author)
      }
    case .programs: break
    case .handedOut(let program, let token):
      handedOut = (program, token)
      let key = CanvasMode.key(ofCommandNamed: "people").map { "\($0), Enter" } ?? "the list of people"
      say("you got \(program): \(key) opens it")
    case .links(let editing, let watching):
      showLinks(
        isRenewingLinks ? "New links for browsers; the old links are invalid" : "Links for browsers", editing, watching)
      isRenewingLinks = false
    case .generated: break
    case .bye(let closeReason):
      self.closeReason = closeReason
      disconnect()
    }
  }
}

extension SharedSession: LiveClientDelegate {
  func liveClient(_ client: LiveClient, didLayAside laidAside: LaidAside) {
    for stack in laidAside.stacks { workbench.layAside(stack) }
    report.add(laidAside)
  }

  func liveClient(_ client: LiveClient, didFind conflict: FieldConflict) {
    report.add(conflict, by: people[conflict.author]?.name ?? "another user")
  }

  func liveClient(_ client: LiveClient, didDiffer report: String) {
    say("the program differed from the host’s, and is loaded again (\(report))")
  }

  func liveClient(_ client: LiveClient, mustReopen snapshot: ProgramSnapshot) {
    say("the program differs from the host’s; close it and join again")
  }
}
