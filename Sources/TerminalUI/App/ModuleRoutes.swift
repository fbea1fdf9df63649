import AppModules
import ProgramJournal
import Workbench

/// How the editor's modules are built and shown.
struct ModuleRoutes {
  let editor: EditorServices
  let mutatorViews: MutatorViewFactory
  let log: EventLog

  private var plain: PlainContext { PlainContext(editor: editor) }

  private func step<M: Module>(
    _ name: String, _ module: M.Type, _ context: M.Context, _ mode: PresentationMode = .pushed
  ) -> PresentableRoutingStep {
    PresentableRoutingStep(
      withStep: ModuleRoutingStep(name, to: module, context: context), presentationMode: mode)
  }

  // MARK: - Parts of the screen

  var canvas: PresentableRoutingStep { step("canvas", CanvasModule.self, plain, .inPlace) }
  var title: PresentableRoutingStep { step("title", TitleModule.self, plain, .inPlace) }
  var toolboxBar: PresentableRoutingStep {
    step("toolbox", ToolboxModule.self, ToolboxContext(editor: editor, part: .bar), .inPlace)
  }
  var eventLog: PresentableRoutingStep {
    step("event log", EventLogModule.self, EventLogContext(editor: editor, log: log), .inPlace)
  }

  // MARK: - Windows

  var categories: PresentableRoutingStep {
    step("toolbox", ToolboxModule.self, ToolboxContext(editor: editor, part: .categories))
  }
  var fittingBlocks: PresentableRoutingStep {
    step("toolbox", ToolboxModule.self, ToolboxContext(editor: editor, part: .fitting))
  }
  func field(_ place: FieldLocation) -> PresentableRoutingStep {
    step("field", FieldsModule.self, FieldsContext(editor: editor, place: place))
  }
  func variables(_ purpose: VariablesContext.Purpose) -> PresentableRoutingStep {
    step("variables", VariablesModule.self, VariablesContext(editor: editor, purpose: purpose))
  }
  func comment(_ target: CommentsContext.Target) -> PresentableRoutingStep {
    step("comment", CommentsModule.self, CommentsContext(editor: editor, target: target))
  }
  func bookmarks(blockID: String? = nil) -> PresentableRoutingStep {
    step("bookmarks", BookmarksModule.self, BookmarksContext(editor: editor, blockID: blockID))
  }
  func properties(blockID: String) -> PresentableRoutingStep {
    step("properties", PropertiesModule.self, PropertiesContext(editor: editor, blockID: blockID))
  }
  var help: PresentableRoutingStep { step("help", HelpModule.self, plain) }

  // MARK: - Over everything

  var mutator: PresentableRoutingStep {
    step("mutator", MutatorsModule.self, MutatorsContext(editor: editor, views: mutatorViews), .modal)
  }

  func journals(
    _ scan: JournalScan, extensions: ProgramExtensions, open: @escaping (Document, OrphanJournal) -> String?
  ) -> PresentableRoutingStep {
    step(
      "journals", JournalsModule.self,
      JournalsContext(editor: editor, scan: scan, extensions: extensions, open: open), .modal)
  }

  /// A save has no window unless something is to be asked.
  func files(_ purpose: FilesContext.Purpose) -> PresentableRoutingStep {
    step("files", FilesModule.self, FilesContext(editor: editor, purpose: purpose))
  }
}
