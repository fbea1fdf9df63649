import BlockModel
import Markup
import SeededTesting
import Testing

@testable import BlockLibrary

/// A series of random states, with blocks in every input.
@Suite struct RandomMutationTests {
  @Test(arguments: Seeds.first(6))
  func remainingInputsKeepTheirBlocks(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let bench = try MutatorBench()
    let types = bench.workspace.factory.definedTypes.filter {
      bench.workspace.factory.blockBuilders[$0]?.mutator != nil
    }
    #expect(types.count == 18)
    for type in types {
      let block = try bench.make(type)
      let mutator = try #require(block.mutator)
      for _ in 1...12 {
        try bench.fill(block)
        let before = Dictionary(block.inputs.filter { !$0.name.isEmpty }.map { ($0.name, $0) }) { first, _ in first }
        let children = before.compactMapValues(\.connectedBlock)
        let state = randomState(using: &generator)
        mutator.update(from: state)
        mutator.mutateBlock()
        let shape = block.shape
        mutator.mutateBlock()
        #expect(block.shape == shape)

        for (name, input) in before {
          if let now = block.inputs.first(where: { $0.name == name && $0.kind == input.kind }) {
            #expect(now === input, "\(type).\(name) was made anew")
            #expect(now.connectedBlock === children[name])
          } else {
            #expect(children[name]?.parent == nil)
          }
        }
        for block in bench.workspace.blocks.values { #expect((block.parent == nil) == isTop(block, in: bench)) }
        try expectSameShapes(block, in: bench)
      }
    }
  }

  private func isTop(_ block: Block, in bench: MutatorBench) -> Bool {
    bench.workspace.topBlocks.contains { $0 === block }
  }

  /// The same state gives a new block the same shape, in both formats, and is written the same way.
  private func expectSameShapes(_ block: Block, in bench: MutatorBench) throws {
    let mutator = try #require(block.mutator)
    if let driven = mutator as? any FieldDrivenMutator {
      // A mutation that no field contradicts.
      for name in block.inputs.flatMap(\.fields).compactMap(\.name)
      where driven.value(ofMissingField: name) == nil && driven.takeState(fromField: name) {
        driven.mutateBlock()
      }
    }
    for state in [MutationState(xml: mutator.toXMLElement()), MutationState(json: mutator.toJSON())] {
      if state.xml == nil, mutator is any FieldDrivenMutator, state.element == nil { continue }
      let copy = try bench.make(block.type, mutation: state.xml == nil && state.json == nil ? nil : state)
      #expect(copy.shape == block.shape)
      #expect(copy.mutator?.toXMLElement() == mutator.toXMLElement())
      #expect(copy.mutator?.toJSON() == mutator.toJSON())
      bench.workspace.remove(copy)
    }
    let copy = mutator.copyMutator()
    #expect(copy.block == nil && copy !== mutator)
    #expect(copy.toXMLElement() == mutator.toXMLElement())
  }

  /// A mutation with values for every mutator, not all of them valid.
  private func randomState(using generator: inout SeededGenerator) -> MutationState {
    func one(of choices: [String]) -> String { choices.randomElement(using: &generator) ?? "" }
    let flags = ["true", "false", "maybe"]
    let counts = ["0", "1", "2", "3", "7", "-1", "x"]
    let names = ["x", "y", "z"].shuffled(using: &generator).prefix(Int.random(in: 0...3, using: &generator))
    return MutationState(
      xml: .building("mutation") { xml in
        for name in ["at", "at1", "at2", "statement", "statements", "divisor_input"] {
          xml.attribute(name, one(of: flags))
        }
        for name in ["elseif", "else", "items", "value"] { xml.attribute(name, one(of: counts)) }
        xml.attribute("mode", one(of: ["SPLIT", "JOIN"]))
        xml.attribute("op", one(of: ["SUM", "MODE"]))
        xml.attribute("type", one(of: ["TEXT", "NUMBER"]))
        xml.attribute("name", one(of: ["f", "g", ""]))
        for name in names {
          xml.begin("arg")
          xml.attribute("name", name)
          xml.attribute("varid", "id of \(name)")
          xml.end()
        }
      })
  }
}
