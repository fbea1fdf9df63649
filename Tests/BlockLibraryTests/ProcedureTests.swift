import BlockFormats
import BlockModel
import Markup
import Testing

@testable import BlockLibrary

enum ProgramReading {
  static func findings(of text: String) throws -> [String] {
    try ProgramReader.read(Array(text.utf8), factory: try StockBlocks.factory()).findings.map(\.message)
  }
}

@Suite struct ProcedureTests {
  @Test(arguments: ["procedures_defnoreturn", "procedures_defreturn"])
  func definitionsFollowTheirState(type: String) throws {
    let bench = try MutatorBench()
    let (block, mutator) = try bench.make(type, MutatorProcedureDefinition.self)
    let tail = type == "procedures_defreturn" ? ["value RETURN: return"] : []
    #expect(mutator.hasDialog)
    #expect(block.shape == ["dummy : to [NAME]", "statement STACK"] + tail)
    #expect(block.mutationState == nil)

    bench.workspace.variables.add(id: "v1", name: "x")
    mutator.parameters = [
      ProcedureParameter(name: "x", variableID: "v1"), ProcedureParameter(name: "y", variableID: "v2"),
    ]
    mutator.hasStatements = false
    mutator.mutateBlock()
    mutator.mutateBlock()
    #expect(block.shape == ["dummy : to [NAME] with: x, y"] + tail)
    #expect(bench.workspace.variables["v2"]?.name == "y")
    let xml = """
      <mutation statements="false"><arg name="x" varid="v1"></arg><arg name="y" varid="v2"></arg></mutation>
      """
    let json = #"{"params":[{"name":"x","id":"v1"},{"name":"y","id":"v2"}],"hasStatements":false}"#
    #expect(block.xmlText == xml)
    #expect(block.jsonText == json)
    let fromXML = try bench.make(type, mutation: MutationState(xml: XMLParser.parse(xml)))
    let fromJSON = try bench.make(type, mutation: MutationState(json: try MutatorBench.json(json)))
    #expect(fromXML.shape == block.shape && fromXML.jsonText == json)
    #expect(fromJSON.shape == block.shape && fromJSON.xmlText == xml)

    mutator.hasStatements = true
    mutator.parameters = []
    mutator.mutateBlock()
    #expect(block.shape == ["dummy : to [NAME]", "statement STACK"] + tail)
  }

  @Test(arguments: ["varid=\"v\"", "varId=\"v\"", ""])
  func olderArgumentFormsAreRead(attribute: String) throws {
    let argument = attribute.isEmpty ? "<arg name=\"x\"></arg>" : "<arg name=\"x\" \(attribute)></arg>"
    let text =
      "<block type=\"procedures_defnoreturn\" x=\"1\" y=\"2\"><mutation>\(argument)</mutation>"
      + "<field name=\"NAME\">f</field></block>"
    let workspace = try MutatorBench.read(xml: text)
    #expect(MutatorBench.xml(workspace).contains(text.replacing("varId", with: "varid")))
    let mutator = try #require(workspace.topBlocks.first?.mutator as? MutatorProcedureDefinition)
    let variable = try #require(workspace.variables.variable(named: "x"))
    #expect(mutator.parameters.first?.variableID == variable.id)
    #expect(variable.hasImplicitID == attribute.isEmpty)
  }

  @Test(arguments: [
    #""<mutation><arg name=\"a\" paramId=\"p\"/><ARG/></mutation>""#, #"{"params":["a",{}],"hasStatements":null}"#,
  ])
  func invalidParametersAreRead(json: String) throws {
    let bench = try MutatorBench()
    let block = try bench.make("procedures_defreturn", mutation: MutationState(json: try MutatorBench.json(json)))
    #expect(block.shape.first == "dummy : to [NAME] with: a, ")
    #expect(bench.workspace.variables.all.map(\.name) == ["a"])
  }

  @Test(arguments: ["procedures_callnoreturn", "procedures_callreturn"])
  func callersFollowTheirState(type: String) throws {
    let bench = try MutatorBench()
    let (block, mutator) = try bench.make(type, MutatorProcedureCaller.self)
    #expect(!mutator.hasDialog)
    #expect(block.shape == ["dummy TOPROW"])
    #expect(block.xmlText == "<mutation name=\"\"></mutation>" && block.jsonText == #"{"name":""}"#)
    mutator.name = "f"
    mutator.parameters = ["x", "y"]
    mutator.mutateBlock()
    try bench.fill(block)
    let inputs = block.inputs
    #expect(block.shape == ["dummy TOPROW: f with:", "value ARG0: x", "value ARG1: y"])
    #expect(block.xmlText == "<mutation name=\"f\"><arg name=\"x\"></arg><arg name=\"y\"></arg></mutation>")
    #expect(block.jsonText == #"{"name":"f","params":["x","y"]}"#)
    #expect(inputs.dropFirst().allSatisfy { $0.alignment == .right })

    mutator.name = "g"
    mutator.parameters = ["x", "z", "w"]
    mutator.mutateBlock()
    mutator.mutateBlock()
    #expect(block.shape == ["dummy TOPROW: g with:", "value ARG0: x", "value ARG1: z", "value ARG2: w"])
    #expect(zip(inputs, block.inputs).allSatisfy { $0 === $1 })
    #expect(block.inputs[1].connectedBlock != nil && block.inputs[2].connectedBlock != nil)

    let copy = try bench.make(type, mutation: MutationState(json: block.mutationState?.json))
    #expect(copy.shape == block.shape)
    // Blockly's events contain callers' state as XML, although files contain JSON.
    let event = MutationState(json: .string("<mutation name=\"g\"><arg name=\"x\"/></mutation>"))
    #expect(try bench.make(type, mutation: event).shape == ["dummy TOPROW: g with:", "value ARG0: x"])
    mutator.parameters = []
    mutator.mutateBlock()
    #expect(block.shape == ["dummy TOPROW: g"])
  }

  @Test func ifReturnFollowsItsState() throws {
    let bench = try MutatorBench()
    let (block, mutator) = try bench.make("procedures_ifreturn", MutatorIfReturn.self)
    #expect(block.shape == ["value CONDITION Boolean: if", "value VALUE: return"])
    #expect(block.xmlText == "<mutation value=\"1\"></mutation>")
    mutator.hasReturnValue = false
    mutator.mutateBlock()
    #expect(block.shape == ["value CONDITION Boolean: if", "dummy VALUE: return"])
    #expect(block.jsonText == #""<mutation value=\"0\"></mutation>""#)
    let copy = try bench.make("procedures_ifreturn", mutation: block.mutationState)
    #expect(copy.shape == block.shape)
    mutator.hasReturnValue = true
    mutator.mutateBlock()
    #expect(block.shape == ["value CONDITION Boolean: if", "value VALUE: return"])
  }
}

@Suite struct VariableNameTests {
  @Test func variablesAreFoundByTheirCurrentNames() throws {
    let variables = try MutatorBench().workspace.variables
    let small = variables.add(id: "1", name: "item")
    let large = variables.add(id: "2", name: "ITEM")
    #expect(variables.variable(named: "ITEM") === large)
    #expect(variables.variable(named: "Item") === small)
    variables.rename(small, to: "other")
    #expect(variables.variable(named: "item") === large)
    variables.remove(large)
    #expect(variables.variable(named: "item") == nil)
    #expect(variables.variable(named: "OTHER") === small)
    #expect(variables.variable(named: "other", type: "Number") == nil)
  }

  @Test func manyParametersAreSetQuickly() throws {
    let bench = try MutatorBench()
    let (_, mutator) = try bench.make("procedures_defreturn", MutatorProcedureDefinition.self)
    mutator.parameters = (0..<10_000).map { ProcedureParameter(name: "p\($0)") }
    let duration = ContinuousClock().measure { mutator.mutateBlock() }
    #expect(duration < .seconds(30))
    #expect(bench.workspace.variables.all.count == 10_000)
  }
}
