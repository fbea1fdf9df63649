import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import CorpusFiles
import Foundation
import RandomEditing
import SeededTesting
import Testing

@testable import ProgramDiff

/// Events turn each version of a program into the next one.
struct EditScriptTests {
  @Test(.enabled(if: Histories.folder != nil, "no programs of other apps: set MORTISE_CORPUS to its folder"))
  func successiveVersions() throws {
    let factory = try Stock.factory.get()
    var count = 0
    for (name, files) in try Histories.chains() {
      for (old, new) in [(files[0], files[1]), (files[1], files[2]), (files[0], files[2])] {
        for isExact in [false, true] {
          let pair = PairOfPrograms(old: old, new: new, factory: factory)
          guard (try? PairOfPrograms.read(old, factory)) != nil, (try? PairOfPrograms.read(new, factory)) != nil else {
            continue
          }
          count += 1
          if let fault = try pair.fault(isExact: isExact).message {
            Issue.record("\(name) \(isExact): \(fault)")
          }
        }
      }
    }
    #expect(count > 0)
  }

  @Test func bookmarks() throws {
    let factory = try Stock.factory.get()
    func program(_ rest: String) -> [UInt8] {
      Array(#"{"blocks":{"languageVersion":0,"blocks":[{"type":"text_print","id":"a"\#(rest)}]}}"#.utf8)
    }
    let (base, marked) = (program(""), program(#","mortiseBookmark":"here""#))
    for isExact in [false, true] {
      let (fault, events) = try PairOfPrograms(old: base, new: marked, factory: factory).fault(isExact: isExact)
      #expect(fault == nil)
      #expect(events.count == 1)
    }
    // The block stays the same one.
    let triple = TripleOfPrograms(
      base: base, ours: program(#","data":"ours""#), theirs: marked, factory: factory)
    let outcome = try triple.merge(knowsValues: true)
    #expect(outcome.fault == nil)
    #expect(outcome.merge.conflicts.isEmpty)
    #expect(outcome.result.blocks["a"]?.bookmark == "here")
    #expect(outcome.result.blocks["a"]?.data == "ours")
  }

  /// Blockly takes names that differ only in case for the same, but a file may have both.
  @Test func namesThatDifferInCase() throws {
    let factory = try Stock.factory.get()
    func program(_ names: String...) -> [UInt8] {
      let blocks = names.map { #"<block type="variables_get"><field name="VAR">\#($0)</field></block>"# }
      return Array("<xml>\(blocks.joined())</xml>".utf8)
    }
    func declared(_ names: String...) -> [UInt8] {
      let variables = names.map { #"<variable id="\#($0)1">\#($0)</variable>"# }
      return Array("<xml><variables>\(variables.joined())</variables></xml>".utf8)
    }
    for (old, new) in [
      (program("x"), program("a", "A")), (program("a"), program("A", "a")), (program("a", "A"), program("A")),
      (declared("x"), declared("a", "A")), (declared("A"), declared("a", "A")),
    ] {
      for isExact in [false, true] {
        for pair in [
          PairOfPrograms(old: old, new: new, factory: factory), PairOfPrograms(old: new, new: old, factory: factory),
        ] {
          let fault = try pair.fault(isExact: isExact).message
          #expect(fault == nil, "\(String(decoding: pair.old, as: UTF8.self)), exact \(isExact)")
        }
      }
    }
  }

  /// A shadow with another id is replaced, whether its fields are the same or not, and whether it is covered or not.
  @Test(arguments: [false, true]) func otherIDsOfShadows(isCovered: Bool) throws {
    let factory = try Stock.factory.get()
    func program(_ id: String, _ number: Int) -> Workspace {
      let block = isCovered ? #","block":{"type":"math_number","id":"n","fields":{"NUM":1}}"# : ""
      let shadow = #"{"type":"math_number","id":"\#(id)","fields":{"NUM":\#(number)}}"#
      let text = #"{"type":"controls_repeat_ext","id":"a","inputs":{"TIMES":{"shadow":\#(shadow)\#(block)}}}"#
      return try! PairOfPrograms.read(Array(#"{"blocks":{"blocks":[\#(text)]}}"#.utf8), factory).workspace
    }
    for number in [10, 11] {
      let (changed, old, new) = (program("s1", 10), program("s1", 10), program("s2", number))
      let difference = try ProgramDifference(changing: ProgramMatch(old, new, isExact: true))
      let coordinator = WorkspaceLayoutCoordinator(workspace: changed, eventManager: EventManager())
      for event in difference.events { try coordinator.replay(event, forward: true) }
      for workspace in [old, changed] {
        let shadow = workspace.blocks["a"]?.firstInput(withName: "TIMES")?.connection?.shadowSnapshot
        #expect(shadow?.records.map(\.id) == ["s2"], "\(number)")
      }
    }
  }

  /// A field that another one of its name follows.
  @Test func overriddenFieldsSayNothing() throws {
    let factory = try Stock.factory.get()
    func program(_ fields: String) -> [UInt8] {
      Array(#"<xml><block type="own"><field name="A">\#(fields)</field></block></xml>"#.utf8)
    }
    let (base, changed) = (program("1"), program("2"))
    let doubled = program(#"1</field><field name="A">1"#)
    for (isExact, count) in [(false, 0), (true, 2)] {
      let (fault, events) = try PairOfPrograms(old: base, new: doubled, factory: factory).fault(isExact: isExact)
      #expect(fault == nil && events.count == count)
    }
    let outcome = try TripleOfPrograms(base: base, ours: changed, theirs: doubled, factory: factory).merge()
    #expect(outcome.merge.conflicts.isEmpty && outcome.fault == nil)
    #expect(outcome.result.topBlocks[0].firstField(withName: "A")?.text == "2")
  }

  /// Blockly has events for the fields of a shadow, but only while it is shown.
  @Test func shadowsThatAreCoveredAreChangedBefore() throws {
    let factory = try Stock.factory.get()
    func program(_ shadow: Int, _ block: String) -> [UInt8] {
      Array(
        #"""
        {"blocks":{"languageVersion":0,"blocks":[{"type":"controls_repeat_ext","id":"loop","inputs":{"TIMES":{
        "shadow":{"type":"math_number","id":"shadow","fields":{"NUM":\#(shadow)}}\#(block)}}}]}}
        """#.utf8)
    }
    func value(_ type: String) -> String { #","block":{"type":"\#(type)","id":"\#(type)"}"# }
    for old in ["", value("math_constant")] {
      for isExact in [false, true] {
        let pair = PairOfPrograms(old: program(10, old), new: program(5, value("math_random_float")), factory: factory)
        let (fault, events) = try pair.fault(isExact: isExact)
        #expect(fault == nil)
        let elements = events.compactMap { ($0 as? ChangeEvent)?.element }
        #expect(elements == [.field(name: "NUM")])
      }
    }
  }

  @Test(arguments: Seeds.campaign(2_000, share: 5))
  func randomEdits(seed: UInt64) throws {
    let program = SeededPrograms.program(seed)
    let factory = try Stock.factory.get()
    let session = try? EditingSession(
      seed: seed, program: program, factory: factory, asXML: seed % 2 == 0, withMortiseEvents: true)
    guard let session else { return }
    for _ in 0..<Streams.length(seed) { session.act() }
    let format: ProgramFormat = seed % 3 == 0 ? .xml : .json
    let (start, end) = (IDVariants(of: session.start, format), IDVariants(of: session.workspace, format))
    for ids in IDVariant.allCases {
      let pair = PairOfPrograms(
        old: try start.file(ids == .changed ? .kept : ids), new: try end.file(ids), factory: factory)
      let files = ProgramFiles(factory: factory)
      for isExact in [false, true] {
        let fault = try pair.fault(isExact: isExact, files: files)
        if let message = fault.message { Issue.record("seed \(seed), \(ids), exact \(isExact): \(message)") }
      }
    }
  }

  /// With ids, the difference is hardly longer than what a user did.
  @Test func differencesAreShort() throws {
    var ratios: [Double] = []
    let programs = Corpus.programs()
    for seed in Seeds.first(30) {
      let program = String(decoding: Corpus.bytes(of: programs[Int(seed) % programs.count]), as: UTF8.self)
      guard let session = try? EditingSession(seed: seed, program: program) else { continue }
      while session.eventLines.count < Int(seed % 12) + 1 { session.act() }
      let bytes = [session.start, session.workspace].map { ProgramWriter.write($0, style: .pretty(.json)).bytes }
      let fault = try PairOfPrograms(old: bytes[0], new: bytes[1], factory: session.workspace.factory).fault()
      if let message = fault.message { Issue.record("seed \(seed): \(message)") }
      ratios.append(Double(fault.events.count) / Double(session.eventLines.count))
    }
    ratios.sort()
    let median = ratios[ratios.count / 2]
    print("median \(median), worst \(ratios.last ?? 0)")
    #expect(median <= 1.2)
  }
}
