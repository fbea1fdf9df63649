import AppModules
import BlockLayout
import ProgramJournal
import Workbench

/// The routes to the editor's modules: how each is built and shown.
struct ModuleRoutes {
  let programs: OpenPrograms
  let screen: EditorScreen
  let viewport: Viewport
  let windows: ModuleWindows
  let saving: FileSaving
  let keeper: ProgramKeeper
  let clipboard: ClipboardKeeper
  let snippets: SnippetKeeper
  let code: ProgramCode
  let runner: ProgramRunner
  let mutatorViews: MutatorViewFactory
  let log: EventLog
  let settings: EditorSettings
  /// What opens the modules: the user, the start-up or a deep link.
  var routingContext = RoutingContext.main

  /// Returns the same routes in another context.
  func inContext(_ routingContext: RoutingContext) -> ModuleRoutes {
    var routes = self
    routes.routingContext = routingContext
    return routes
  }

  /// The program that the modules are about.
  var program: OpenProgram { programs.shown }

  private func step<M: Module>(
    _ name: String, _ module: M.Type, _ context: M.Context, _ mode: PresentationMode = .push()
  ) -> PresentableRoutingStep {
    PresentableRoutingStep(
      withStep: ModuleRoutingStep(name, to: module, context: context), presentationMode: mode)
  }

  // MARK: - Parts of the screen

  var canvas: PresentableRoutingStep {
    step(
      "canvas", CanvasModule.self,
      CanvasContext(
        routingContext: routingContext, program: program, programCount: { [programs] in programs.all.count },
        opensPrograms: keeper.opensPrograms, windows: windows, viewport: viewport, runner: runner, settings: settings,
        ringBell: { [screen] in screen.device.bell() },
        readClipboard: { [clipboard] paste in clipboard.read(then: paste) }),
      .embed(in: screen.container))
  }
  var title: PresentableRoutingStep {
    step(
      "title", TitleModule.self, TitleContext(routingContext: routingContext, programs: programs),
      .embed(in: screen.container))
  }
  var toolboxBar: PresentableRoutingStep {
    step(
      "toolbox", ToolboxModule.self,
      ToolboxContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, part: .bar),
      .embed(in: screen.container))
  }
  /// The parts that show the program.
  var programParts: [PresentableRoutingStep] { [title, toolboxBar, canvas] }
  var eventLog: PresentableRoutingStep {
    step(
      "event log", EventLogModule.self,
      EventLogContext(routingContext: routingContext, windows: windows, parts: screen.parts, log: log),
      .embed(in: screen.container))
  }

  func code(_ purpose: CodeContext.Purpose) -> PresentableRoutingStep {
    step(
      "code", CodeModule.self,
      CodeContext(
        routingContext: routingContext, programs: programs, windows: windows, parts: screen.parts,
        layout: { [screen] in screen.layout }, code: code,
        save: { [saving] code, path, overwrites, module, take in
          saving.write(code: code, to: path, overwrites: overwrites, for: module, take: take)
        },
        purpose: purpose),
      .embed(in: screen.container))
  }

  /// - Parameter request: nil if the program asks for input.
  func running(_ request: RunRequest?) -> PresentableRoutingStep {
    step(
      "running", RunningModule.self,
      RunningContext(
        routingContext: routingContext, programs: programs, windows: windows, parts: screen.parts, viewport: viewport,
        layout: { [screen] in screen.layout }, runner: runner,
        isFree: { [screen] in screen.modes.top === screen.modes.bottom }, request: request),
      .embed(in: screen.container))
  }

  // MARK: - Windows

  var categories: PresentableRoutingStep {
    step(
      "toolbox", ToolboxModule.self,
      ToolboxContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, part: .categories))
  }
  func line(_ session: LineSession) -> PresentableRoutingStep {
    step(
      "line", TypingModule.self,
      TypingContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, line: session))
  }
  func field(_ place: FieldLocation, typed: String? = nil) -> PresentableRoutingStep {
    step(
      "field", FieldsModule.self,
      FieldsContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, place: place,
        typed: typed))
  }
  func variables(_ purpose: VariablesContext.Purpose) -> PresentableRoutingStep {
    step(
      "variables", VariablesModule.self,
      VariablesContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, purpose: purpose))
  }
  func comment(_ target: CommentsContext.Target, typed: String? = nil) -> PresentableRoutingStep {
    step(
      "comment", CommentsModule.self,
      CommentsContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, target: target,
        typed: typed))
  }
  func bookmarks(blockID: String? = nil) -> PresentableRoutingStep {
    step(
      "bookmarks", BookmarksModule.self,
      BookmarksContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, blockID: blockID))
  }
  var deletedBlocks: PresentableRoutingStep {
    step(
      "deleted blocks", DeletedBlocksModule.self,
      DeletedBlocksContext(routingContext: routingContext, program: program, windows: windows))
  }
  func snippets(_ purpose: SnippetsContext.Purpose) -> PresentableRoutingStep {
    step(
      "snippets", SnippetsModule.self,
      SnippetsContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, purpose: purpose,
        refusal: snippets.refusal, save: snippets.save, remove: snippets.remove))
  }
  func properties(blockID: String, typedData: String? = nil) -> PresentableRoutingStep {
    step(
      "properties", PropertiesModule.self,
      PropertiesContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, blockID: blockID,
        typedData: typedData))
  }
  var help: PresentableRoutingStep {
    step(
      "help", HelpModule.self,
      HelpContext(
        routingContext: routingContext, title: "Keys", lines: CommandReference.lines(screen.repertoire),
        hanging: CommandReference.helpColumn))
  }
  func blockHelp(blockID: String) -> PresentableRoutingStep {
    let block = program.workbench.workspace.blocks[blockID]
    return step(
      "block help", HelpModule.self,
      HelpContext(
        routingContext: routingContext, title: block.map(BlockLabel.name) ?? "", lines: block.map(BlockHelp.lines) ?? []
      ))
  }
  func reading(_ title: String, _ lines: [String]) -> PresentableRoutingStep {
    step(
      "reading", HelpModule.self,
      HelpContext(routingContext: routingContext, title: title, lines: lines, hanging: 3))
  }
  func finding(_ purpose: FindingContext.Purpose) -> PresentableRoutingStep {
    step(
      "finding", FindingModule.self,
      FindingContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, purpose: purpose))
  }
  func programs(_ purpose: ProgramsContext.Purpose) -> PresentableRoutingStep {
    step(
      "programs", ProgramsModule.self,
      ProgramsContext(
        routingContext: routingContext, program: program, programs: programs, windows: windows, list: keeper.list,
        purpose: purpose))
  }
  func commands(_ purpose: CommandsContext.Purpose) -> PresentableRoutingStep {
    step(
      "commands", CommandsModule.self,
      CommandsContext(
        routingContext: routingContext, purpose: purpose, commands: screen.modes.bottom?.commandEntries ?? [],
        perform: { [screen] name in screen.modes.bottom?.perform(commandNamed: name, on: screen) }))
  }
  /// The title of the menu of what is at the cursor.
  var menuTitle: String { program.workbench.cursorBlock.map(BlockLabel.name) ?? "Commands" }

  // MARK: - Modal windows

  func mutator(_ session: MutationSession, _ draft: DialogDraft? = nil) -> PresentableRoutingStep {
    step(
      "mutator", MutatorsModule.self,
      MutatorsContext(
        routingContext: routingContext, program: program, windows: windows, viewport: viewport, views: mutatorViews,
        session: session, draft: draft),
      .modal())
  }

  func journals(
    _ scan: JournalScan, extensions: ProgramExtensions, open: @escaping (Document, OrphanJournal) -> String?
  ) -> PresentableRoutingStep {
    step(
      "journals", JournalsModule.self,
      JournalsContext(
        routingContext: routingContext, program: program, windows: windows, scan: scan, extensions: extensions,
        open: open), .modal())
  }

  /// Returns the route to saving or quitting. It shows a window only to ask the user something.
  func files(_ purpose: FilesContext.Purpose) -> PresentableRoutingStep {
    step(
      "files", FilesModule.self,
      FilesContext(
        routingContext: routingContext, program: program, programs: programs, windows: windows, device: screen.device,
        saving: saving, purpose: purpose))
  }
}
