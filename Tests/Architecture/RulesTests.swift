import Testing

/// Every rule finds the sources that break it, and no others.
@Suite struct RulesTests {
  private func file(_ path: String, _ text: String) -> SourceFile { SourceFile(path: path, text: text) }

  private func lines(_ violations: [Violation]) -> [String] { violations.map { "\($0.path):\($0.line)" } }

  @Test func importsFromHigherFloorsAreFound() {
    let files = [
      file("Sources/BlockModel/A.swift", "import Markup\nimport BlockFormats\n"),
      file("Sources/Markup/B.swift", "import Glibc\nimport Dispatch\nimport Markup\n"),
      file("Sources/Attic/C.swift", "\n"), file("Sources/BlockLibrary/D.swift", "import BlockFormats\n"),
      file("Sources/BlockResources/E.swift", "import TerminalUI\n"),
    ]
    #expect(
      lines(Rules.floors(files)) == [
        "Sources/BlockModel/A.swift:2", "Sources/Markup/B.swift:2", "Sources/Markup/B.swift:3",
        "Sources/Attic/C.swift:1", "Sources/BlockResources/E.swift:1",
      ])
    let first = Rules.floors(files).first
    #expect(
      first?.description
        == "Sources/BlockModel/A.swift:2: BlockModel (2) may not import BlockFormats (3): it is on a higher floor")
  }

  @Test(arguments: [
    "import TerminalUI", "  import TerminalUI", "@testable import TerminalUI", "public import TerminalUI",
    "@_spi(Inner) @preconcurrency internal import TerminalUI", "import struct TerminalUI.Theme",
    "import class TerminalUI.Theme // why", "/* why */ import TerminalUI", "import Markup; import TerminalUI",
    "import TerminalUI.Theme",
  ])
  func everyFormOfImportIsFound(text: String) {
    #expect(lines(Rules.floors([file("Sources/Workbench/A.swift", "\n" + text)])) == ["Sources/Workbench/A.swift:2"])
  }

  @Test(arguments: [
    "// import TerminalUI", "/*\nimport TerminalUI\n*/", "/* /* */\nimport TerminalUI\n*/",
    "let a = \"import TerminalUI\"",
    "let a = \"\"\"\n  \"\n  import TerminalUI\n  \"\"\"", "let a = #\"\"\n\"#", "important TerminalUI",
  ])
  func otherTextIsNotAnImport(text: String) {
    #expect(Rules.floors([file("Sources/Workbench/A.swift", text)]).isEmpty)
  }

  @Test func importCyclesAreFound() {
    let files = [
      file("Sources/BlockFormats/A.swift", "import BlockLibrary\n"),
      file("Sources/BlockLibrary/B.swift", "\nimport BlockResources\n"),
      file("Sources/BlockResources/C.swift", "import BlockFormats\nimport Markup\n"),
      file("Sources/BlockLibrary/D.swift", "import Markup\n"),
    ]
    #expect(
      lines(Rules.cycles(files)) == [
        "Sources/BlockFormats/A.swift:1", "Sources/BlockLibrary/B.swift:2", "Sources/BlockResources/C.swift:1",
      ])
    #expect(Rules.cycles(Array(files.dropFirst())).isEmpty)
  }

  @Test func otherImportersOfCLibrariesAreFound() {
    let files = [
      file("Sources/MortiseTerminal/A.swift", "import CTerminal\nimport CExpat\n"),
      file("Sources/Markup/B.swift", "import CExpat\nimport CSimdJSON\n"),
      file("Sources/mortise/C.swift", "import CTerminal\n"),
    ]
    #expect(lines(Rules.faces(files)) == ["Sources/MortiseTerminal/A.swift:2", "Sources/mortise/C.swift:1"])
  }

  @Test func eventsImportedByTheModelAreFound() {
    let files = ["BlockModel", "BlockFormats", "BlockLayout", "BlockEditing"].map {
      file("Sources/\($0)/A.swift", "import BlockEvents\n")
    }
    #expect(lines(Rules.modelWithoutEvents(files)) == lines(Rules.modelWithoutEvents(Array(files.prefix(3)))))
    #expect(Rules.modelWithoutEvents(files).count == 3)
  }

  @Test func aTerminalImportedByTheLayoutIsFound() {
    let text = "import MortiseScreen\nimport MortiseTerminal\n"
    let files = ["BlockLayout", "TerminalUI"].map { file("Sources/\($0)/A.swift", text) }
    #expect(lines(Rules.layoutWithoutTerminal(files)) == ["Sources/BlockLayout/A.swift:2"])
  }

  @Test func foundationImportsAreFound() {
    let files = [
      file("Sources/Workbench/A.swift", "// Needed for nothing.\nimport Foundation\n"),
      file("Sources/Workbench/B.swift", "import FoundationEssentials\n"),
      file("Sources/Workbench/C.swift", "import Glibc\nimport FoundationEssentials\n"),
      file("Sources/Workbench/D.swift", "// For the calendar.\nimport FoundationEssentials\n"),
    ]
    #expect(
      lines(Rules.foundation(files)) == [
        "Sources/Workbench/A.swift:2", "Sources/Workbench/B.swift:1", "Sources/Workbench/C.swift:2",
      ])
  }

  @Test func reexportedImportsAreFound() {
    let text = "@_exported import Markup\n@testable import Markup\n@preconcurrency import Markup\n"
    #expect(lines(Rules.plainImports([file("Sources/Workbench/A.swift", text)])).count == 2)
  }

  @Test(arguments: Layers.groupingCalls)
  func groupingInOtherTargetsIsFound(call: String) {
    let text = "// \(call)\nlet a = \"\(call)\"\nmanager.\(call)()\n"
    for target in ["BlockModel", "BlockFormats", "BlockLibrary", "BlockEditing", "mortise"] {
      #expect(lines(Rules.grouping([file("Sources/\(target)/A.swift", text)])) == ["Sources/\(target)/A.swift:3"])
    }
    for path in ["BlockEvents/A", "Workbench/A", "TerminalUI/A", "BlockEditing/Chaining/EventChain"] {
      #expect(Rules.grouping([file("Sources/\(path).swift", text)]).isEmpty)
    }
    #expect(Rules.grouping([file("Sources/BlockModel/EventChain.swift", text)]).count == 1)
  }

  @Test func viewEventsAddedElsewhereAreFound() {
    let made = "let a = DragEvent(blockID: b)\n"
    #expect(lines(Rules.viewEvents([file("Sources/BlockLayout/A.swift", made)])) == ["Sources/BlockLayout/A.swift:1"])
    #expect(Rules.viewEvents([file("Sources/TerminalUI/A.swift", made)]).isEmpty)
    let added = "manager.addPendingEvent(MoveEvent())\n"
    #expect(Rules.viewEvents([file("Sources/Workbench/A.swift", added)]).count == 1)
    for path in ["Workbench/Previews/PreviewStack", "BlockLayout/A", "BlockEvents/A"] {
      #expect(Rules.viewEvents([file("Sources/\(path).swift", added)]).isEmpty)
    }
  }

  @Test func typesNamedLikeTheirTargetAreFound() {
    let text = "struct Markups {}\npublic final class Markup {}\nextension Markup {}\n"
    #expect(lines(Rules.targetNames([file("Sources/Markup/A.swift", text)])) == ["Sources/Markup/A.swift:2"])
    #expect(Rules.targetNames([file("Sources/MortiseTerminal/A.swift", text)]).isEmpty)
  }

  @Test func typesOfOneNameAreFound() {
    let text = "public final class Frame {\n  struct Inner {}\n}\nprivate struct Line {}\nextension Frame {}\n"
    let files = ["A/A", "A/B", "B/A"].map { file("Sources/\($0).swift", text) }
    #expect(lines(Rules.sharedNames(files)) == ["Sources/A/B.swift:1", "Sources/B/A.swift:1"])
    #expect(Rules.sharedNames([file("Sources/A/A.swift", "@MainActor public protocol Frame {}"), files[0]]).count == 1)
  }

  @Test func longFilesAreFound() {
    let limit = file("Sources/MortiseScreen/A.swift", String(repeating: "\n", count: Layers.longestFile))
    let over = file("Sources/CTerminal/B.c", String(repeating: "\n", count: Layers.longestFile + 1))
    #expect(lines(Rules.length([limit, over])) == ["Sources/CTerminal/B.c:601"])
  }

  @Test func forbiddenCallsAreFound() {
    let text = """
      // try! as! fatalError( sleep(
      let a = try! b()
      let c = b as! D
      fatalError("as!")
      usleep(3); Task.sleep(for: .seconds(1))
      let e = try? b() as? D
      asleep(1); isAsleep(2)
      """
    let found = lines(Rules.forbiddenCalls([file("Sources/MortiseScreen/A.swift", text)]))
    #expect(found == [2, 3, 4, 5, 5].map { "Sources/MortiseScreen/A.swift:\($0)" })
    let inC = "char quote = '\"'; sleep(1); // \"\nchar other = '\\''; sleep(2);\n"
    #expect(lines(Rules.forbiddenCalls([file("Sources/CTerminal/A.c", inC)])).count == 2)
  }

  @Test func pathsPassedToTheSystemAreFound() {
    let text = "// unlink(a)\nunlink(a)\nlstat(a, &b); FileSystem.rename(a, to: b)\n"
    #expect(
      lines(Rules.pathCalls([file("Sources/Workbench/A.swift", text)]))
        == [2, 3].map { "Sources/Workbench/A.swift:\($0)" })
    #expect(Rules.pathCalls([file("Sources/MortiseFiles/FileSystem.swift", text)]).isEmpty)
  }

  @Test func unsanitizedOutputIsFound() {
    let text = "Console.show(a)\nConsole.write(b)\nprint(c)\nConsole.printError(d); fputs(e, stdout)\nblueprint(f)\n"
    let found = lines(Rules.rawOutput([file("Sources/mortise/A.swift", text)]))
    #expect(found == [2, 3, 4].map { "Sources/mortise/A.swift:\($0)" })
    #expect(
      Rules.rawOutput([file("Sources/MortiseCommandLine/Commands/ConvertCommand.swift", "Console.write(b)\n")]).isEmpty)
  }

  @Test func namesOfOtherModulesAreFound() {
    let files = [
      file("Sources/TerminalUI/Modules/Canvas/A.swift", "final class Canvas {\n  let help: Help\n}\n"),
      file("Sources/TerminalUI/Modules/Canvas/B.swift", "enum Mouse {\n  struct Grip {}\n  let c: Canvas\n}\n"),
      file("Sources/TerminalUI/Modules/Help/C.swift", "// Canvas\nclass Help: Window {\n  struct Canvas2 {}\n}\n"),
      file(
        "Sources/TerminalUI/Modules/Help/D.swift",
        "let a = EditorRouter()\nlet b = Routing()\nlet c = EditorScreen()\n"),
      file("Sources/TerminalUI/Listeners/Routing.swift", "final class Routing { let canvas: Canvas, help: Help }\n"),
      file("Sources/TerminalUI/App/Editor.swift", "final class Editor { let help: Help }\n"),
    ]
    #expect(
      lines(Rules.modules(files)) == [
        "Sources/TerminalUI/Modules/Canvas/A.swift:2", "Sources/TerminalUI/Modules/Help/D.swift:1",
        "Sources/TerminalUI/Modules/Help/D.swift:2",
      ])
  }

  /// A sample model for the rule about intents.
  private var model: SourceFile {
    file(
      "Sources/BlockModel/Block.swift",
      """
      public final class Block {
        public var isCollapsed = false
        public var size: Int { didSet { grow() } }
        public private(set) var isThere = true
        public var isRoot: Bool { parent == nil }
        public struct Mark {
          public var row: Int
        }
        public var mark: Mark?
      }
      extension Block {
        public var data: String? {
          get { extras.data }
          set { extras.data = newValue }
        }
        public var words: String {
          data ?? ""
        }
      }
      @dynamicMemberLookup
      public final class Comment {
        public subscript<Value>(dynamicMember path: WritableKeyPath<CommentSnapshot, Value>) -> Value {
          get { snapshot[keyPath: path] }
        }
      }
      public struct CommentSnapshot {
        public var text: String
      }
      public struct Point {
        public var x: Int
      }
      """)
  }

  @Test(arguments: [
    "workbench.coordinator.delete(block, heal: true)", "block.isCollapsed = true", "cursorBlock?.isCollapsed = true",
    "workbench.workspace.remove(block)", "layout.performMutation()", "try event.run(forward: true, on: target)",
    "let c = WorkspaceLayoutCoordinator(workspace: w)", "workspace.variables.rename(variable, to: name)",
    "block.isCollapsed.toggle()", "block.size += 1",
    // Whatever the owner's name is.
    "workbench.workspace.blocks[id]?.isCollapsed = true", "top.isCollapsed = true", "current.isCollapsed = true",
    "blocks[ids[0]]!.size -= 1", "workspace.block(at: 3)?.isCollapsed = true", "blocks.first { $0.isRoot }?.size = 1",
    "for top in tops where top.isRoot { top.isCollapsed.toggle() }", "self.block.isCollapsed = true", "$0.data = nil",
    "top.data?.append(text)", "top.data?.marks[0].row = 1", "swap(&top.size, &size)", "top\n    .isCollapsed = true",
    "note.text = text", "top.mark?.row = 1", "workspace.blocks[id]?.setInline(true)", "extension Block {}",
    "workbench.history.undo()", "try workbench.history.redo()", "try history.restore(lines, factory: factory)",
    "let steps = workbench.history; _ = try? steps.undo()",
  ])
  func changesWithoutAnIntentAreFound(text: String) {
    #expect(
      lines(Rules.intents([model, file("Sources/TerminalUI/A.swift", "\n" + text)])) == ["Sources/TerminalUI/A.swift:2"]
    )
  }

  @Test(arguments: [
    "perform(.delete)", "if block.isCollapsed == true {}", "modes.remove(mode)", "self.size = size",
    "// block.isCollapsed = true", "stack.append(mode)", "let isCollapsed = block.isCollapsed",
    "coordinatorDescription()",
    "if block.size <= size, block.size != 1 {}", "if case .data = event {}", "isCollapsed = true", "place.row = 1",
    "scroll.x = 1", "view.isThere = true", "rows[block.size] = 1", "let size: Int = block.size", "self.data?.row = 1",
    "module.perform(.undo)", "workbench.history.undoCount", "history(undo: 1)", "extension BlockView {}",
  ])
  func readingTheModelIsAllowed(text: String) {
    #expect(Rules.intents([model, file("Sources/TerminalUI/A.swift", text)]).isEmpty)
    #expect(Rules.intents([model, file("Sources/Workbench/A.swift", "workspace.remove(block)")]).isEmpty)
  }
}
