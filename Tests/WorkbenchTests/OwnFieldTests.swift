import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Testing
import WorkbenchTesting

@testable import Workbench

/// An app's own class of fields, registered with the factory, is read, edited, said, written and generated.
@MainActor @Suite struct OwnFieldTests {
  private static let definition = """
    [{"type":"brightness","message0":"brightness %1","output":"Number",
      "args0":[{"type":"field_slider","name":"LEVEL","value":30,"max":80}]}]
    """
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[{"type":"brightness","id":"b","x":1,"y":1,"fields":{"LEVEL":50}}]}}
    """

  private func scene() throws -> WorkbenchScene {
    let factory = try StockBlocks.factory()
    factory.fieldTypes.register(FieldSlider.self)
    try factory.load(json: Array(Self.definition.utf8))
    return try WorkbenchScene(Self.program, .xml, factory: factory)
  }

  @Test func itIsReadAndWritten() throws {
    let scene = try scene()
    let field = try #require(scene.block("b").firstField(withName: "LEVEL") as? FieldSlider)
    #expect(field.value == 50 && field.maximum == 80)
    #expect(String(decoding: scene.bytes, as: UTF8.self).contains(#"<field name="LEVEL">50</field>"#))
    let fresh = try #require(scene.workspace.factory.blockBuilders["brightness"]?.inputBuilders.first?.fields.last)
    #expect(fresh.text == "30")
  }

  @Test func itIsEditedAndSaid() throws {
    let scene = try scene()
    let block = try scene.block("b")
    let field = try #require(block.firstField(withName: "LEVEL"))
    guard case .text("50", isMultiline: false, hint: "0 to 80") = try scene.controller.editing(of: field, in: block)
    else {
      Issue.record("the field isn't typed")
      return
    }
    scene.controller.perform(.focus(.field(blockID: "b", name: "LEVEL")))
    #expect(scene.controller.state.cursorDescription.contains("slider at 50"))
    let place = FieldLocation(blockID: "b", name: "LEVEL")
    try scene.check { scene.controller.perform(.setField(place, input: "70")) }
    scene.controller.perform(.setField(place, input: "70"))
    #expect(field.text == "70")
    #expect(scene.controller.perform(.setField(place, input: "90")).refusal == "a slider goes from 0 to 80")
  }

  /// Its value would be that of all blocks.
  @Test func aFieldThatIsNotCopiedIsReported() throws {
    nonisolated final class Shared: Field, DefinedField {
      static let typeName = "field_shared"
      private var value = ""
      init(_ definition: FieldDefinition) { super.init(name: definition.name) }
      override var state: FieldState? { .text(value) }
      override func load(_ state: FieldState, variables: VariableMap) { value = state.text }
    }
    let factory = BlockFactory()
    factory.fieldTypes.register(Shared.self)
    let definition = #"[{"type":"a","message0":"a %1","args0":[{"type":"field_shared","name":"A"}]}]"#
    let error = #expect(throws: MarkupError.self) { try factory.load(json: Array(definition.utf8)) }
    #expect(error.map { "\($0)".contains("Shared must override copy()") } ?? false)
  }

  @Test func anUnregisteredTypeIsLeftOut() throws {
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(Self.definition.utf8))
    let scene = try WorkbenchScene(Self.program, .json, factory: factory)
    #expect(try scene.block("b").firstField(withName: "LEVEL") is FieldSlider == false)
    #expect(String(decoding: scene.bytes, as: UTF8.self).contains("50"))
  }
}

/// A number between 0 and a maximum.
private nonisolated final class FieldSlider: Field, DefinedField {
  static let typeName = "field_slider"

  let maximum: Double
  private(set) var value: Double

  init(name: String?, value: Double, maximum: Double) {
    self.maximum = maximum
    self.value = value
    super.init(name: name)
  }

  convenience init(_ definition: FieldDefinition) {
    self.init(
      name: definition.name, value: definition.number("value") ?? 0, maximum: definition.number("max") ?? 100)
  }

  override var text: String { state?.text ?? "" }
  override var state: FieldState? { .number(value) }
  override func load(_ state: FieldState, variables: VariableMap) { value = FieldNumber.parse(state.text) ?? value }
  override func copy() -> Field { FieldSlider(name: name, value: value, maximum: maximum) }

  override var isEditable: Bool { true }
  override var editing: FieldEditing {
    .text(text, isMultiline: false, hint: "0 to \(FieldState.number(maximum).text)")
  }
  override func state(forInput text: String) throws(FieldError) -> FieldState {
    guard let number = FieldNumber.parse(text), (0...maximum).contains(number) else {
      throw FieldError("a slider goes from 0 to \(FieldState.number(maximum).text)")
    }
    return .number(number)
  }

  override var shape: FieldShape { .number }
  override var wording: FieldWording { .number }
  override var code: FieldCode { .number(value) }
  override func spokenDescription(of text: String) -> String { "slider at \(text)" }
}
