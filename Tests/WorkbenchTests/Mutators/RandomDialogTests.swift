import BlockEditing
import BlockFormats
import BlockLayout
import BlockModel
import SeededTesting
import Testing
import WorkbenchTesting

@testable import Workbench

/// Random edits in the dialogs of all stock mutators, on a program without empty inputs.
@Suite @MainActor struct RandomDialogTests {
  /// A recursive function, also called from outside, with nested “if” blocks and lists.
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"procedures_defreturn","id":"def","x":16,"y":32,
       "extraState":{"params":[{"name":"a","id":"va"},{"name":"b","id":"vb"}]},"fields":{"NAME":"f"},
       "inputs":{"STACK":{"block":{"type":"controls_if","id":"if","extraState":{"elseIfCount":2,"hasElse":true},"inputs":{
          "IF0":{"block":{"type":"logic_boolean","id":"i1"}},"DO0":{"block":{"type":"procedures_ifreturn","id":"i2","extraState":"<mutation value=\\"1\\"></mutation>",
             "inputs":{"VALUE":{"block":{"type":"math_number","id":"i3"}}}}},
          "IF1":{"block":{"type":"logic_negate","id":"i4"}},"DO1":{"block":{"type":"text_print","id":"i5","next":{"block":{"type":"text_print","id":"i6"}}}},
          "DO2":{"block":{"type":"controls_if","id":"if2","inputs":{"IF0":{"block":{"type":"logic_boolean","id":"i7"}}}}},
          "ELSE":{"block":{"type":"text_print","id":"i8"}}}}},
         "RETURN":{"block":{"type":"procedures_callreturn","id":"i9","extraState":{"name":"f","params":["a","b"]},"inputs":{
           "ARG0":{"block":{"type":"variables_get","id":"i10","fields":{"VAR":{"id":"va"}}}},
           "ARG1":{"block":{"type":"math_number","id":"i11","fields":{"NUM":2}}}}}}}},
      {"type":"text_print","x":16,"y":500,"id":"i12","inputs":{"TEXT":{"shadow":{"type":"text","id":"i13","fields":{"TEXT":"x"}},"block":
        {"type":"text_join","id":"join","extraState":{"itemCount":3},"inputs":{
          "ADD0":{"shadow":{"type":"text","id":"s0","fields":{"TEXT":"first"}}},
          "ADD1":{"block":{"type":"procedures_callreturn","id":"i14","extraState":{"name":"f","params":["a","b"]},"inputs":{
             "ARG0":{"block":{"type":"lists_create_with","id":"list","extraState":{"itemCount":2},"inputs":{
               "ADD0":{"block":{"type":"math_number","id":"i15"}},"ADD1":{"shadow":{"type":"math_number","id":"i16","fields":{"NUM":7}}}}}}}},
             "shadow":{"type":"text","id":"i17","fields":{"TEXT":"under"}}}}}}},
       "next":{"block":{"type":"procedures_callnoreturn","id":"i18","extraState":{"name":"g","params":["a"]},"inputs":{
          "ARG0":{"block":{"type":"math_number","id":"i19","fields":{"NUM":9}}}}}}},
      {"type":"procedures_defnoreturn","id":"def2","x":16,"y":700,"extraState":{"params":[{"name":"a","id":"va"}]},
       "fields":{"NAME":"g"},"inputs":{"STACK":{"block":{"type":"text_print","id":"i20"}}}}]},
     "variables":[{"name":"a","id":"va"},{"name":"b","id":"vb"},{"name":"c","id":"vc"},{"name":"d","id":"vd"}]}
    """

  private static let blocks = ["def", "def2", "if", "if2", "join", "list"]

  @Test(arguments: Seeds.first(6)) func undoAndRedoRestoreTheBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let scene = try WorkbenchScene(Self.program, seed.isMultiple(of: 2) ? .xml : .json)
    var actions: [() throws -> Void] = []
    for _ in 0..<8 {
      let id = Self.blocks.randomElement(using: &random) ?? "if"
      let seed = random.next()
      actions.append {
        // Repeated until something changes: an action must make an undo group.
        var random = SeededGenerator(seed: seed)
        let before = scene.bytes
        for _ in 0..<20 where scene.bytes == before {
          try scene.change(id) { layout in
            for _ in 0...Int.random(in: 0..<6, using: &random) { Self.edit(layout, using: &random) }
          }
        }
        let copy = WorkspaceLayout(
          workspace: scene.workspace, style: try #require(scene.coordinator.layout).style)
        #expect(copy.stacks.count == scene.workspace.topBlocks.count)
      }
    }
    try scene.check(actions)
  }

  private static func edit(_ layout: MutatorPartsLayout, using random: inout SeededGenerator) {
    let index = Int.random(in: 0...max(0, layout.draft.parts.count), using: &random)
    let kind = layout.kinds.randomElement(using: &random) ?? layout.kinds[0]
    // Refused edits change nothing.
    switch Int.random(in: 0..<8, using: &random) {
    case 0, 1:
      guard let added = try? layout.draft.add(kind, behind: index) else { return }
      if kind.isNamed { try? layout.renamePart(at: added, to: layout.suggestedName(for: kind)) }
    case 2: try? layout.draft.remove(at: index)
    case 3: _ = try? layout.draft.move(at: index, by: 1)
    case 4: _ = try? layout.draft.move(at: index, by: -1)
    case 5: _ = try? layout.draft.restore(at: 0)
    case 6:
      let names = ["a", "b", "c", "e1", "e2"]
      if kind.isNamed, layout.draft.parts.indices.contains(index) {
        try? layout.renamePart(at: index, to: names.randomElement(using: &random) ?? "a")
      }
    default:
      if layout.draft.name != nil { try? layout.rename(to: ["f", "g", "h"].randomElement(using: &random) ?? "f") }
      if !layout.draft.options.isEmpty { layout.draft.options[0].isOn.toggle() }
    }
  }
}
