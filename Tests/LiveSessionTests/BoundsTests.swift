import Markup
import Testing

@testable import LiveSession

/// Numbers from the other side are from 0 to 2^53 − 1, whichever message they are in.
@Suite struct BoundsTests {
  private nonisolated static let lines = [
    #"{"type":"hello","version":1,"author":"a","name":"a","session":"s","number":NUMBER}"#,
    #"{"type":"edit","count":NUMBER,"events":[]}"#,
    #"{"type":"confirmed","number":NUMBER,"count":1,"hash":"1"}"#,
    #"{"type":"confirmed","number":1,"count":NUMBER,"hash":"1"}"#,
    #"{"type":"refused","count":NUMBER,"reason":""}"#,
    #"{"type":"applied","number":NUMBER,"author":"a","count":1,"hash":"1","events":[]}"#,
    #"{"type":"applied","number":1,"author":"a","count":NUMBER,"hash":"1","events":[]}"#,
    #"{"type":"resumed","session":"s","role":"editor","lastCount":NUMBER}"#,
    #"{"type":"state","session":"s","role":"editor","program":{"number":NUMBER,"hash":"1","text":""}}"#,
  ]

  private static let numbers = [
    "9223372036854775807", "9223372036854775806", "9007199254740992", "-1", "1e300", "1.5", "\"1\"", "{}",
  ]

  @Test(arguments: lines) func othersAreRefused(line: String) {
    func read(_ number: String) throws {
      let bytes = Array(line.replacing("NUMBER", with: number).utf8)
      if line.contains("hello") || line.contains("edit\"") {
        _ = try ClientMessage(bytes)
      } else {
        _ = try HostMessage(bytes)
      }
    }
    #expect(throws: Never.self) { try read("9007199254740991") }
    for number in Self.numbers { #expect(throws: MessageError.self, "\(number)") { try read(number) } }
  }

  /// Members that a message does without are left out.
  @Test func runsAndSummariesAreBounded() throws {
    for number in Self.numbers {
      let run = try ClientMessage(Array(#"{"type":"run","run":1,"first":\#(number),"lines":[],"state":"s"}"#.utf8))
      guard case .run(nil) = run else { return #expect(Bool(false), "\(number)") }
      let list = try HostMessage(Array(#"{"type":"programs","programs":[{"name":"p","changed":\#(number)}]}"#.utf8))
      guard case .programs(let programs) = list else { return #expect(Bool(false)) }
      #expect(programs.first?.changed == nil, "\(number)")
    }
  }

  /// They are compared as they are, so they must not be cut.
  @Test(arguments: ["secret", "token", "copy", "session", "program"]) func longTextsAreRefused(member: String) {
    let text = String(repeating: "x", count: 1_001)
    let line = #"{"type":"hello","version":1,"author":"a","name":"a","\#(member)":"\#(text)"}"#
    #expect(throws: MessageError.self) { try ClientMessage(Array(line.utf8)) }
  }
}
