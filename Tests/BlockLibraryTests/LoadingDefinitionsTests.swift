import BlockFormats
import BlockLibrary
import BlockModel
import FileTesting
import Glibc
import Markup
import Testing

/// Factories of definitions: from files, from the stock, and with mutators of one's own.
@Suite struct LoadingDefinitionsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ text: String, to name: String) throws -> String {
    let path = folder.file(name)
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
    return path
  }

  @Test func fromPaths() throws {
    let paths = [
      try write(#"{"type":"one","message0":"one"}"#, to: "one.json"),
      try write(#"[{"type":"two"},{"type":"three","mutator":"shapes"}]"#, to: "more.json"),
    ]
    let factory = BlockFactory()
    factory.mutators["shapes"] = MutatorIfElse()
    try factory.load(fromJSONPaths: paths)
    #expect(factory.definedTypes == ["one", "two", "three"])
    #expect(factory.blockBuilders["three"]?.mutator is MutatorIfElse && factory.blockBuilders["four"] == nil)
  }

  /// The mutator that a definition names may be registered before or after it.
  @Test func aMutatorRegisteredLaterIsUsed() throws {
    let factory = BlockFactory()
    try factory.load(json: Array(#"[{"type":"three","mutator":"shapes"}]"#.utf8))
    #expect(factory.blockBuilders["three"]?.mutator == nil)
    factory.mutators["shapes"] = MutatorIfElse()
    #expect(factory.blockBuilders["three"]?.mutator is MutatorIfElse)
  }

  /// Options with a third part, which screen readers say, separators, and what else Blockly 13 knows.
  @Test func definitionsOfBlockly13() throws {
    let factory = BlockFactory()
    try factory.load(
      json: Array(
        #"""
        [{"type":"v13","message0":"op %1 with %2","args0":[
          {"type":"field_dropdown","name":"OP","options":[["=","EQ","equals"],"separator",["≠","NEQ","not equals"],
            [{"src":"a.png","alt":"less"},"LT","%{BKY_LESS}"],["<=","LTE"]],"ariaTypeName":"comparison"},
          {"type":"input_value","name":"A","check":"Number","ariaLabelText":"first operand"}],
          "previousStatement":null,"ariaRoleDescription":"x"}]
        """#.utf8), messages: MessageTable(texts: ["LESS": "less than"]))
    let workspace = Workspace(factory: factory)
    let block = try #require(
      factory.build(BlockSnapshot(records: [BlockSnapshot.Record(type: "v13", id: "a")]), in: workspace).first)
    let field = try #require(block.firstField(withName: "OP") as? FieldDropdown)
    #expect(field.options.map(\.value) == ["EQ", "NEQ", "LT", "LTE"])
    #expect(field.options.map(\.label) == ["=", "≠", "less", "<="])
    #expect(field.options.map(\.spokenLabel) == ["equals", "not equals", "less than", nil])
    #expect(field.text == "=" && field.spokenText == "equals")
    field.load(.text("LTE"), variables: workspace.variables)
    #expect(field.spokenText == "<=" && field.problem == nil)
  }

  static let references: [(text: String, resolved: String)] = [
    ("%{BKY_LESS}", "less than"), ("%{bky_less}", "less than"), ("%{Less}", "less than"),
    ("%1 %{BKY_LESS} %2 %{BKY_OF}%", "%1 less than %2 more of less than%"),
    ("%{BKY_OF}%{BKY_LESS}", "more of less thanless than"), ("%{BKY_NONE}", "%{BKY_NONE}"),
    ("%{} %{BKY_} %{NONE} ä%{BKY_LESS}ä", "%{} %{BKY_} %{NONE} äless thanä"), ("%{BKY_LESS", "%{BKY_LESS"),
    ("100%", "100%"), ("", ""), ("%{BKY_Ü}", "umlaut"), ("%{ü}", "umlaut"),
  ]

  @Test(arguments: references) func referencesAreReplaced(reference: (text: String, resolved: String)) {
    let messages = MessageTable(texts: ["LESS": "less than", "OF": "more of %{BKY_LESS}", "Ü": "umlaut"])
    #expect(messages.resolve(reference.text) == reference.resolved)
  }

  /// Texts that refer to each other end somewhere.
  @Test func referencesInACircleEnd() {
    let messages = MessageTable(texts: ["A": "%{BKY_B}", "B": "%{BKY_A}", "C": "%{BKY_C}"])
    #expect(["%{BKY_A}", "%{BKY_B}"].contains(messages.resolve("%{BKY_A}")))
    #expect(messages.resolve("%{BKY_C}") == "%{BKY_C}")
  }

  @Test func aFileThatCannotBeReadIsNamed() throws {
    let broken = try write("[{\n\"message0\":\"no type\"}]", to: "broken.json")
    let missing = folder.file("missing.json")
    let error = #expect(throws: DefinitionFileError.self) { try BlockFactory().load(fromJSONPaths: [broken]) }
    #expect(error?.description == "\(broken):1:2: a block definition has no “type”")
    let other = #expect(throws: DefinitionFileError.self) { try BlockFactory().load(fromJSONPaths: [missing]) }
    #expect(other?.description.contains(missing) == true)
  }

  @Test func fromSomeDefaultFiles() throws {
    let factory = BlockFactory()
    try factory.load(fromDefaultFiles: [.logicDefault, .textDefault])
    #expect(factory.blockBuilders["controls_if"]?.mutator is MutatorIfElse)
    #expect(factory.blockBuilders["text_join"]?.mutator is MutatorTextJoin)
    #expect(!factory.knows("lists_create_with") && !factory.knows("math_number"))
  }

  @Test func allDefaultFilesAreTheStock() throws {
    let factory = BlockFactory()
    try factory.load(fromDefaultFiles: .allDefault)
    #expect(try factory.definedTypes == StockBlocks.factory().definedTypes)
  }

  /// In one file each, as the names say.
  @Test(arguments: [
    (DefaultFiles.logicDefault, "controls_if"), (.loopDefault, "controls_for"), (.mathDefault, "math_number"),
    (.textDefault, "text"), (.listDefault, "lists_length"), (.variableDefault, "variables_get"),
    (.dynamicVariableDefault, "variables_get_dynamic"), (.procedureDefault, "procedures_defreturn"),
  ]) func eachFileHasItsBlocks(file: DefaultFiles, type: String) throws {
    let factory = BlockFactory()
    try factory.load(fromDefaultFiles: file)
    #expect(factory.knows(type))
    let others = BlockFactory()
    try others.load(fromDefaultFiles: .allDefault.subtracting(file))
    #expect(!others.knows(type))
  }

  @Test func aMutatorIsSetAfterLoading() throws {
    let factory = BlockFactory()
    try factory.load(fromDefaultFiles: .logicDefault)
    let mutator = MutatorIfElse()
    mutator.hasElse = true
    factory.blockBuilders["controls_if"]?.mutator = mutator
    let program = #"<xml><block type="controls_if" id="if"><mutation elseif="1"></mutation></block></xml>"#
    let workspace = try ProgramReader.read(Array(program.utf8), factory: factory).workspace
    let block = try #require(workspace.blocks["if"])
    #expect(block.mutator is MutatorIfElse && block.mutator !== mutator)
    #expect(block.inputs.map(\.name) == ["IF0", "DO0", "IF1", "DO1"])
  }

  @Test func aMutatorThatWasGivenFirstStays() throws {
    let factory = BlockFactory()
    factory.mutators["controls_if_mutator"] = MutatorListSplit()
    try factory.load(fromDefaultFiles: .logicDefault)
    #expect(factory.blockBuilders["controls_if"]?.mutator is MutatorListSplit)
  }
}
