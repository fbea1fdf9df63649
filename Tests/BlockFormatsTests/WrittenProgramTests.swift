import BlockFormats
import BlockModel
import Markup
import SeededTesting
import Testing

/// A written program is read back as the same program in either format, whatever it contains.
@Suite struct WrittenProgramTests {
  @Test(arguments: Seeds.first(60)) func randomProgramsAreReadBackFromBothFormats(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let first = try FormatBench.read(Array(Self.program(&generator).text().utf8))
    ProgramWriter.prepareForOtherFormat(first.workspace)
    let json = Self.text(first.workspace, .json)
    let xml = Self.text(first.workspace, .xml)
    for (written, context) in [(json, "JSON"), (xml, "XML")] {
      let again = try FormatBench.read(Array(written.utf8)).workspace
      Self.expectSame(Self.text(again, .json), json, "seed \(seed), read from \(context)")
      Self.expectSame(Self.text(again, .xml), xml, "seed \(seed), read from \(context)")
    }
  }

  private static func text(_ workspace: Workspace, _ format: ProgramFormat) -> String {
    String(decoding: ProgramWriter.write(workspace, style: .compact(format)).bytes, as: UTF8.self)
  }

  private static func expectSame(_ left: String, _ right: String, _ context: String) {
    // Compared as UTF-8: Swift considers canonically equivalent texts equal.
    let common = zip(left.utf8, right.utf8).prefix { $0 == $1 }.count
    guard common < max(left.utf8.count, right.utf8.count) else { return }
    func part(_ text: String) -> String {
      String(decoding: text.utf8.dropFirst(max(0, common - 60)).prefix(120), as: UTF8.self).debugDescription
    }
    Issue.record("\(context): \(part(left)) is not \(part(right))")
  }

  /// A program with hard texts and numbers in every position.
  private static func program(_ generator: inout SeededGenerator) -> JSONValue {
    var used: Set<[UInt8]> = []
    func text() -> String { HardValues.text(using: &generator) }
    func number() -> Double { HardValues.number(using: &generator) }
    func coordinate() -> Double { Double(Int.random(in: -9999...9999, using: &generator)) / 4 }
    /// A unique name; compared as UTF-8, since Swift considers canonically equivalent texts equal.
    func name() -> String {
      var name: String
      repeat { name = "\(used.count)\(text())" } while !used.insert(Array(name.utf8)).inserted
      return name
    }
    let variable = name()
    return .building { json in
      func block(_ type: String, _ more: (inout JSONBuilder) -> Void) {
        json.beginObject()
        json.member("type", type)
        json.member("id", name())
        json.member("x", coordinate())
        json.member("y", coordinate())
        more(&json)
        json.endObject()
      }
      func fields(_ json: inout JSONBuilder, _ write: (inout JSONBuilder) -> Void) {
        json.key("fields")
        json.beginObject()
        write(&json)
        json.endObject()
      }
      json.beginObject()
      json.key("blocks")
      json.beginObject()
      json.key("blocks")
      json.beginArray()
      block("text") { json in
        json.member("data", text() + "d")
        json.key("disabledReasons")
        json.beginArray()
        json.string(text())
        json.string(text() + "r")
        json.endArray()
        json.key("icons")
        json.beginObject()
        json.key("comment")
        json.beginObject()
        json.member("text", text() + "c")
        json.endObject()
        json.endObject()
        fields(&json) { $0.member("TEXT", text()) }
      }
      block("math_number") { json in fields(&json) { $0.member("NUM", number()) } }
      block("variables_get") { json in
        fields(&json) {
          $0.key("VAR")
          $0.value(.object(["id": .string(variable)]))
        }
      }
      block("procedures_defnoreturn") { json in
        json.key("extraState")
        json.value(
          .object([
            "params": .building { list in
              list.beginArray()
              list.value(.object(["name": .string(variable), "id": .string(variable)]))
              list.endArray()
            }
          ]))
        fields(&json) { $0.member("NAME", text()) }
      }
      block("procedures_callnoreturn") { json in
        json.member("extraState", .object(["name": .string(text())]))
      }
      block("unknown " + text()) { json in
        json.member("extraState", .object([text(): .string(text())]))
        json.member("unknown member " + text(), .object([text(): .number(number())]))
        fields(&json) {
          $0.member(name(), text())
          $0.member(name(), number())
        }
        json.key("inputs")
        json.beginObject()
        json.member(name(), .object(["shadow": .object(["type": "text", "id": .string(name())])]))
        json.endObject()
      }
      json.endArray()
      json.endObject()
      json.key("variables")
      json.beginArray()
      json.beginObject()
      json.member("name", variable)
      json.member("id", variable)
      json.member("type", text())
      json.endObject()
      json.endArray()
      json.key("workspaceComments")
      json.beginArray()
      json.beginObject()
      json.member("id", name())
      json.member("text", text() + "c")
      json.member("x", coordinate())
      json.member("y", coordinate())
      json.endObject()
      json.endArray()
      json.member("another root " + text(), .string(text()))
      json.endObject()
    }
  }
}
