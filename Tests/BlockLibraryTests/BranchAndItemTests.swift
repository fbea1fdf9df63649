import BlockModel
import Markup
import Testing

@testable import BlockLibrary

@Suite struct BranchAndItemTests {
  @Test(
    arguments: [
      (0, false, "<mutation></mutation>", nil),
      (1, false, "<mutation elseif=\"1\"></mutation>", #"{"elseIfCount":1}"#),
      (0, true, "<mutation else=\"1\"></mutation>", #"{"hasElse":true}"#),
      (2, true, "<mutation elseif=\"2\" else=\"1\"></mutation>", #"{"elseIfCount":2,"hasElse":true}"#),
    ] as [(Int, Bool, String, String?)])
  func branchesFollowTheCounts(elseIfCount: Int, hasElse: Bool, xml: String, json: String?) throws {
    let bench = try MutatorBench()
    let (block, mutator) = try bench.make("controls_if", MutatorIfElse.self)
    #expect(mutator.hasDialog)
    mutator.elseIfCount = elseIfCount
    mutator.hasElse = hasElse
    for _ in 1...2 {
      mutator.mutateBlock()
      var expected = ["value IF0 Boolean: if", "statement DO0: do"]
      for branch in 0..<elseIfCount {
        expected += ["value IF\(branch + 1) Boolean: else if", "statement DO\(branch + 1): do"]
      }
      if hasElse { expected.append("statement ELSE: else") }
      #expect(block.shape == expected)
    }
    #expect(block.xmlText == xml)
    #expect(block.jsonText == json)

    let fromXML = try bench.make("controls_if", mutation: MutationState(xml: XMLParser.parse(xml)))
    #expect(fromXML.shape == block.shape)
    let fromJSON = try bench.make("controls_if", mutation: json.map { MutationState(json: try MutatorBench.json($0)) })
    #expect(fromJSON.shape == block.shape)
    #expect(fromJSON.jsonText == json)
  }

  @Test func remainingBranchesKeepTheirInputs() throws {
    let bench = try MutatorBench()
    let (block, mutator) = try bench.make("controls_if", MutatorIfElse.self)
    mutator.elseIfCount = 1
    mutator.hasElse = true
    mutator.mutateBlock()
    try bench.fill(block)
    let before = block.inputs
    let children = before.map(\.connectedBlock?.id)

    mutator.elseIfCount = 2
    mutator.mutateBlock()
    #expect(block.inputs.map(\.name) == ["IF0", "DO0", "IF1", "DO1", "IF2", "DO2", "ELSE"])
    mutator.elseIfCount = 1
    mutator.mutateBlock()
    #expect(zip(block.inputs, before).allSatisfy { $0 === $1 })
    #expect(block.inputs.map(\.connectedBlock?.id) == children)
  }

  @Test func aBlockOfARemovedInputBecomesATopLevelBlock() throws {
    let bench = try MutatorBench()
    let (block, mutator) = try bench.make("controls_if", MutatorIfElse.self)
    mutator.hasElse = true
    mutator.mutateBlock()
    try bench.fill(block)
    let child = try #require(block.firstInput(withName: "ELSE")?.connectedBlock)
    mutator.hasElse = false
    mutator.mutateBlock()
    #expect(child.parent == nil)
    #expect(bench.workspace.topBlocks.contains { $0 === child })
  }

  @Test func aShadowOfARemovedInputIsRemoved() throws {
    let workspace = try MutatorBench.read(
      xml: "<block type=\"text_join\"><mutation items=\"2\"></mutation><value name=\"ADD1\"><shadow type=\"text\">"
        + "</shadow></value></block>")
    let mutator = try #require(workspace.topBlocks.first?.mutator as? MutatorItems)
    mutator.itemCount = 1
    mutator.mutateBlock()
    #expect(workspace.blocks.count == 1)
    #expect(workspace.topBlocks.count == 1)
  }

  @Test func itemsFollowTheCount() throws {
    let bench = try MutatorBench()
    for (type, count, title, empty) in [
      ("lists_create_with", 3, "create list with", "create empty list"),
      ("text_join", 2, "create text with", "“ ”"),
    ] {
      let (block, mutator) = try bench.make(type, MutatorItems.self)
      func expected(_ count: Int) -> [String] {
        if count == 0 { return ["dummy EMPTY: \(empty)"] }
        return (0..<count).map { $0 == 0 ? "value ADD0: \(title)" : "value ADD\($0)" }
      }
      #expect(mutator.hasDialog && mutator.itemCount == count)
      let initial = block.inputs
      mutator.mutateBlock()
      #expect(zip(initial, block.inputs).allSatisfy { $0 === $1 })
      for next in [count, 0, 1, 5, 2, 0, 3] {
        mutator.itemCount = next
        mutator.mutateBlock()
        mutator.mutateBlock()
        #expect(block.shape == expected(next))
        #expect(block.xmlText == "<mutation items=\"\(next)\"></mutation>")
        #expect(block.jsonText == "{\"itemCount\":\(next)}")
        let copy = try bench.make(type, mutation: block.mutationState.map { MutationState(json: $0.json) })
        #expect(copy.shape == expected(next))
      }
    }
  }

  @Test(arguments: [
    ("<mutation items=\"1000000000\"/>", 10_000), ("<mutation items=\"99999999999999999999999\"/>", 10_000),
    ("<mutation items=\"-4\"/>", 0), ("<mutation items=\"two\"/>", 3), ("<mutation/>", 3),
    ("<mutation items=\" 4x\"/>", 4), ("<mutation items=\"2.9\"/>", 2), ("<mutation items=\"\"/>", 3),
  ])
  func invalidCountsAreCorrected(text: String, count: Int) throws {
    let bench = try MutatorBench()
    let block = try bench.make("lists_create_with", mutation: MutationState(xml: XMLParser.parse(text)))
    #expect((block.mutator as? MutatorItems)?.itemCount == count)
    #expect(block.inputs.count == max(count, 1))
  }

  @Test(arguments: [
    (#"{"elseIfCount":-3,"hasElse":0}"#, 0, false), (#"{"elseIfCount":"2","hasElse":1}"#, 2, true),
    (#"{"elseIfCount":1e300}"#, 10_000, false), (#"{"elseIfCount":[],"hasElse":"x"}"#, 0, true), ("17", 0, false),
    (#""<mutation elseif=\"1\"></mutation>""#, 1, false), (#""<mutation""#, 0, false), ("null", 0, false),
  ])
  func invalidJSONIsCorrected(text: String, elseIfCount: Int, hasElse: Bool) throws {
    let bench = try MutatorBench()
    let block = try bench.make("controls_if", mutation: MutationState(json: try MutatorBench.json(text)))
    let mutator = try #require(block.mutator as? MutatorIfElse)
    #expect(mutator.elseIfCount == elseIfCount)
    #expect(mutator.hasElse == hasElse)
  }

  @Test func withoutAStateTheShapeIsTheDefault() throws {
    let bench = try MutatorBench()
    let (block, mutator) = try bench.make("controls_if", MutatorIfElse.self)
    mutator.elseIfCount = 4
    mutator.update(from: MutationState())
    mutator.mutateBlock()
    #expect(block.inputs.count == 2)
  }
}
