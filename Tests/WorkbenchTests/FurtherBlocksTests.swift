import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Blocks whose definitions were found for a program: in the toolbox, and where lines are typed.
@MainActor @Suite struct FurtherBlocksTests {
  /// As `mortise blocks --record` writes them: apps have blocks of certain values beside older ones for any.
  private static let definitions = """
    [\(setter("cam_set", ["Mode", "Power"], nil)), \(setter("robotArm_set", ["Angle", "Power"], nil)),
     \(setter("robotArm_set_Number", ["Angle", "Power"], "Number")),
     {"type": "robotArm_wait", "message0": "call waitForArm", "previousStatement": null, "nextStatement": null}]
    """

  private static func setter(_ type: String, _ options: [String], _ check: String?) -> String {
    """
    {"type": "\(type)", "message0": "set %1 . %2 to %3", "args0": [{"type": "field_input", "name": "ID"},
      {"type": "field_dropdown", "name": "P", "options": [\(options.map { "[\"\($0)\", \"\($0)\"]" }.joined(separator: ","))]},
      {"type": "input_value", "name": "V"\(check.map { ", \"check\": \"\($0)\"" } ?? "")}],
     "previousStatement": null, "nextStatement": null}
    """
  }

  private func controller(_ blocks: String = "", definitions: String = definitions) throws -> WorkbenchController {
    let factory = try StockBlocks.factory()
    factory.addsMore = { try? $0.loadMissing(json: Array(definitions.utf8), messages: StockBlocks.messages) }
    factory.offersMore = { $0 == "ftc" }
    let file = "<xml>\(blocks)</xml>\n<Extra>\n<OpModeMeta />\n</Extra>\n"
    let document = try Document(bytes: Array(file.utf8), path: "drive.blk", factory: factory)
    let toolbox = try ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages)
    return WorkbenchController(
      document: document, toolbox: toolbox.adding(furtherTypesOf: factory, in: document.style.format),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80))
  }

  /// What a line offers first.
  private func first(_ typed: String, in controller: WorkbenchController) throws -> (type: String, label: String) {
    let session = try controller.openLine(.below)
    defer { controller.cancel(session) }
    session.type(typed)
    #expect(session.objection == nil)
    return (session.choice?.type ?? "", session.choice?.label ?? "")
  }

  @Test func theToolboxHasThem() throws {
    let toolbox = try controller().toolbox
    let category = try #require(toolbox.categories.last)
    #expect(category.name == "FTC Blocks")
    guard case .entries(let entries) = category.content else { return #expect(Bool(false)) }
    #expect(entries().count == 4)
    let labels = try controller().items(of: category).map(\.label)
    // Blocks with the same words differ by those of their types.
    #expect(
      labels == ["set . Angle to … (number)", "set . Angle to …", "call waitForArm", "set . Mode to …"], "\(labels)")
    // Of another format, there are none.
    let factory = try controller().workspace.factory
    let names = toolbox.adding(furtherTypesOf: factory, in: BlocklyFormat.xml).categories.map(\.name)
    #expect(!names.contains("FTC Blocks") && names.contains("Logic"))
    #expect(
      toolbox.adding(furtherTypesOf: factory, in: try controller().document.style.format).categories.count
        == toolbox.categories.count)
  }

  @Test func manyHaveHeadings() throws {
    let types = (0..<8).flatMap { ["dcMotor_turn\($0)", "cam_see\($0)"] }
    let definitions = types.map { "{\"type\": \"\($0)\", \"message0\": \"\($0)\"}" }.joined(separator: ",")
    let controller = try controller(definitions: "[\(definitions)]")
    let items = controller.items(of: try #require(controller.toolbox.categories.last))
    #expect(items.count == 18 && items[0].label == "dc motor" && items[9].label == "cam")
  }

  @Test func whatTypesDontShareTellsThemApart() {
    for (types, words) in [
      (["servo_set", "servo_set_Direction"], ["", "direction"]),
      (["servo_enum_way", "servo_typedEnum_way"], ["", "typed"]),
      (["tag_getDetections", "tag_getLatestDetections"], ["", "latest"]), (["aGet", "bGet"], ["a", "b"]),
      (["a_a", "a_a_a"], ["", "a"]), (["same"], [""]), (["a_b", "aB"], ["a_b", "aB"]),
    ] {
      #expect(TypeWords.differences(of: Set(types)) == Dictionary(uniqueKeysWithValues: zip(types, words)))
    }
  }

  /// Headings say what blocks are about; where there are none, the labels do.
  @Test func theSameWordsAboutDifferentThings() throws {
    func labels(_ count: Int) throws -> [String] {
      let types = ["servo_stop", "motor_stop"] + (0..<count).map { "motor_turn\($0)" }
      let definitions = types.map { "{\"type\": \"\($0)\", \"message0\": \"\($0.hasSuffix("p") ? "stop" : $0)\"}" }
      let controller = try controller(definitions: "[\(definitions.joined(separator: ","))]")
      return controller.items(of: try #require(controller.toolbox.categories.last)).map(\.label)
    }
    #expect(try labels(0) == ["stop (servo)", "stop (motor)"])
    #expect(try Array(labels(12).prefix(4)) == ["servo", "stop", "motor", "stop"])
  }

  @Test func typedLinesPreferTheSpecificBlock() throws {
    let controller = try controller()
    for typed in ["set power", "arm power", "set . power"] {
      let found = try first(typed, in: controller)
      #expect(found.type == "robotArm_set_Number" && found.label == "set . Power to … (number)", "\(typed)")
    }
    // A word for which Mortise itself has no block.
    #expect(try first("wait", in: controller).type == "robotArm_wait")
  }

  @Test func whatTheProgramIsAboutComesFirst() throws {
    let controller = try controller("<block type=\"cam_set\" id=\"c\"/>")
    #expect(try first("set power", in: controller).type == "cam_set")
    #expect(try first("arm power", in: controller).type == "robotArm_set_Number")
    #expect(try first("set power to 5", in: controller).type == "variables_set")
  }

  @Test func aVariableOfThisNameComesFirst() throws {
    let controller = try controller(
      "<variables><variable id=\"v\">power</variable></variables><block type=\"robotArm_wait\" id=\"w\"/>")
    #expect(try first("set power", in: controller).type == "variables_set")
  }
}
