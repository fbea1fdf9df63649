import AppModules
import MortiseScreen
import ProgramJournal
import ProgramRunning
import Workbench

/// A destination that a module's event can open: a window, or a part of the screen.
public nonisolated enum Route: Equatable, Sendable {
  /// The parts that the screen always has.
  case title, toolboxBar, canvas
  /// The pane with the program's events, which is shown or hidden.
  case eventLog
  /// The pane with the program's code.
  case code(Code)
  /// The output of the program that runs, and windows about breakpoints, variables and calls.
  case running(Running)
  /// The categories of the toolbox.
  case toolbox
  /// The blocks of a variable, in a category of the toolbox that has them.
  case toolboxBlocks(ofVariable: String, category: Int)
  /// A line to type blocks on.
  case line(LineSession)
  /// - Parameter typed: the text of a draft; nil to begin with the field's text.
  case field(FieldLocation, typed: String? = nil)
  /// Windows about the program's variables.
  case variables(Variables)
  /// - Parameter typed: the text of a draft; nil to begin with the comment's text.
  case comment(Comment, typed: String? = nil)
  /// The name of a block's bookmark.
  case bookmark(blockID: String)
  /// The list of all bookmarks.
  case bookmarks
  /// The list of deleted stacks, which can be inserted again.
  case deletedBlocks
  /// The list of the blocks that the user keeps by name.
  case snippets
  /// The name for the text of a snippet.
  case newSnippet(text: [UInt8])
  /// The refactorings that are possible at the cursor.
  case refactorings
  /// The name of what a refactoring creates.
  case refactoring(name: String)
  /// - Parameter typedData: the data of a draft, to continue typing; nil for the list of properties.
  case properties(blockID: String, typedData: String? = nil)
  /// All keys.
  case help
  /// The help about a block.
  case blockHelp(blockID: String)
  /// A text that doesn't fit in the status line.
  case reading(title: String, lines: [String])
  /// A line to search with, or a list of results.
  case finding(Finding)
  /// A list of programs.
  case programs(Programs)
  /// The people who edit the program, and the commands about them.
  case people
  /// A comparison with another version of the program.
  case versions(Versions)
  /// The window for settings, or a question about one.
  case settings(Settings)
  /// All commands.
  case palette
  /// The commands that apply to the item at the cursor.
  case menu
  /// All commands that apply to the item at the cursor.
  case commandsHere
  /// The menu of a blank place, for inserting blocks and comments there.
  /// - Parameter position: the place on the screen.
  case blankMenu(at: Point)
  /// The dialog for a mutation.
  /// - Parameter draft: the draft to restore; nil to begin with the block's current shape.
  case mutator(MutationSession, _ draft: DialogDraft? = nil)

  /// A request about the pane with the code.
  public enum Code: Sendable {
    /// Shows or hides it.
    case toggle
    /// Shows it in the next language.
    case changeLanguage
    /// Shows it, and gives it the keys.
    case takeKeys
  }

  /// A window about running programs, or their output.
  public enum Running: Equatable, Sendable {
    /// - Parameter takesKeys: whether it gets the keys.
    case output(takesKeys: Bool)
    /// The condition of a block's breakpoint.
    case condition(blockID: String)
    /// The list of all breakpoints.
    case breakpoints
    /// The list of the variables where the program is stopped.
    case variables
    /// A recorded value: a list as a table.
    case value(name: String, RunValue)
    /// The list of the calls that have led to the statement where the program is stopped.
    case calls
    /// The number of a step to go to.
    case step
    /// The origin of a value, or the reason why a block didn't run.
    case origin
    /// The list of watched values.
    case watches
  }

  /// A window about variables.
  public enum Variables: Equatable, Sendable {
    /// Lists the variables, for creating, renaming and deleting them.
    case manage
    /// Chooses another variable for a field, or a new one.
    case choose(FieldLocation)
    /// Asks for the name of a new variable of a type, which is empty for the default one, and then shows its blocks in
    /// a category of the toolbox.
    case make(type: String, category: Int)
  }

  /// The comment to edit.
  public enum Comment: Equatable, Sendable {
    /// The comment of a block.
    case block(id: String)
    /// The comments of the selected blocks.
    case selection
    /// A comment on the workspace.
    case comment(id: String)
    /// A new comment on the workspace.
    case new
  }

  /// A window for finding.
  public enum Finding: Sendable {
    /// A text to find.
    case text
    /// A text to put in place of what was found.
    case replacement
    /// The uses of the item at the cursor.
    case uses
    /// The stacks, functions, bookmarks and comments of the program.
    case outline
    /// The list of the program's problems, and of the remarks on its file.
    case problems
    /// A row, by its number.
    case row
  }

  /// A window about settings.
  public enum Settings: Equatable, Sendable {
    /// Lists the settings.
    case all
    /// Sets a setting, by its name in the settings file.
    case value(name: String, value: String)
    /// Whether the background is light, for terminals that don't report it.
    case background
  }

  /// The programs to choose from.
  public enum Programs: Sendable {
    /// The files that can be opened.
    case files
    /// The open programs.
    case open
  }

  /// A version to compare the program with.
  public enum Versions: Equatable, Sendable {
    /// The last save; the next time the last commit; then none.
    case next
    /// Another file; nil to ask for its path.
    case file(path: String?)
    /// The commits that changed the program, for reading one of them.
    case history
  }

  /// The dialog in which a draft was entered; nil for a mutator's draft or a line, which belong to a session.
  init?(to draft: DialogDraft) {
    let route: Route? =
      switch draft.dialog {
      case .blockComment(let id): .comment(.block(id: id), typed: draft.text)
      case .comment(let id): .comment(.comment(id: id), typed: draft.text)
      case .newComment: .comment(.new, typed: draft.text)
      case .field(let id, let name): .field(FieldLocation(blockID: id, name: name), typed: draft.text)
      case .data(let id): .properties(blockID: id, typedData: draft.text)
      case .mutator, .line: nil
      }
    guard let route else { return nil }
    self = route
  }
}

extension Scene {
  /// Returns the step to the module of a route.
  /// - Parameter routingContext: the context from which the module is opened.
  func step(to route: Route, in routingContext: RoutingContext = .main) -> PresentableRoutingStep {
    func step<M: Module, Purpose>(
      _ module: M.Type, _ purpose: Purpose, _ mode: PresentationMode = .push()
    ) -> PresentableRoutingStep where M.Context == SceneContext<Purpose> {
      self.step(to: module, purpose, mode, in: routingContext)
    }
    let part = PresentationMode.embed(in: screen.container)
    return switch route {
    case .title: step(TitleModule.self, (), part)
    case .toolboxBar: step(ToolboxModule.self, .bar, part)
    case .canvas: step(CanvasModule.self, (), part)
    case .eventLog: step(EventLogModule.self, (), part)
    case .code(let purpose): step(CodeModule.self, purpose, part)
    case .running(.output(let takesKeys)): step(RunningModule.self, .output(takesKeys: takesKeys), part)
    case .running(let purpose): step(RunningModule.self, purpose)
    case .toolbox: step(ToolboxModule.self, .categories)
    case .toolboxBlocks(let name, let category): step(ToolboxModule.self, .variable(name: name, category: category))
    case .line(let session): step(TypingModule.self, session)
    case .field(let location, let typed): step(FieldsModule.self, (location, typed))
    case .variables(let purpose): step(VariablesModule.self, purpose)
    case .comment(let comment, let typed): step(CommentsModule.self, (comment, typed))
    case .bookmark(let id): step(BookmarksModule.self, id)
    case .bookmarks: step(BookmarksModule.self, nil)
    case .deletedBlocks: step(DeletedBlocksModule.self, ())
    case .snippets: step(SnippetsModule.self, nil)
    case .newSnippet(let text): step(SnippetsModule.self, text)
    case .refactorings: step(RefactoringsModule.self, nil)
    case .refactoring(let name): step(RefactoringsModule.self, name)
    case .properties(let id, let typed): step(PropertiesModule.self, (id, typed))
    case .help: step(HelpModule.self, .keys)
    case .blockHelp(let id): step(HelpModule.self, .block(id: id))
    case .reading(let title, let lines): step(HelpModule.self, .text(title: title, lines: lines))
    case .finding(let purpose): step(FindingModule.self, purpose)
    case .programs(let purpose): step(ProgramsModule.self, purpose)
    case .people: step(PeopleModule.self, ())
    case .versions(let purpose): step(VersionsModule.self, purpose)
    case .settings(let purpose): step(SettingsModule.self, purpose)
    case .palette: step(CommandsModule.self, .palette)
    case .commandsHere: step(CommandsModule.self, .here)
    case .menu: step(CommandsModule.self, .menu)
    case .blankMenu(let position): step(CommandsModule.self, .blank(position))
    case .mutator(let session, let draft): step(MutatorsModule.self, (session, draft), .modal())
    }
  }

  /// Returns the step to a module, with its presentation.
  func step<M: Module, Purpose>(
    to module: M.Type, _ purpose: Purpose, _ mode: PresentationMode, in routingContext: RoutingContext
  ) -> PresentableRoutingStep where M.Context == SceneContext<Purpose> {
    let context = SceneContext(
      routingContext: routingContext, scene: self, purpose: purpose, program: programs.shown)
    return PresentableRoutingStep(
      withStep: ModuleRoutingStep("\(module)", to: module, context: context), presentationMode: mode)
  }
}

/// Shows the modules' view controllers: parts of the screen in their regions, windows in a stack, and modal windows
/// over everything.
final class EditorRouter: Router {
  private unowned let scene: Scene

  /// The view that is shown while input waits.
  private(set) lazy var loading = LoadingView(on: scene.screen, queue: scene.jobs.queue, now: scene.options.now)

  init(_ scene: Scene) { self.scene = scene }

  var viewControllersFactory: (any ViewControllersFactory)? { scene.manager }

  var rootViewController: any ViewController { scene.screen.container }

  var modalViewControllers: [any ViewController] {
    get { scene.screen.modes.modals }
    set { scene.screen.modes.modals = newValue }
  }

  /// Windows and parts of the screen share one container, even under modal windows.
  var topContainer: (any ViewControllerContainer)? { scene.screen.container }

  func showLoadingView() { loading.begin() }

  func hideLoadingView() { loading.end() }

  /// Shows a wait of one of the editor's parts. It ends if the user gives up.
  /// - Parameter words: a text about the wait; nil to name the activities in the background.
  func showLoadingView(
    for owner: AnyObject, isOpening: Bool = false, words: (() -> String)? = nil, givingUp: @escaping () -> Void
  ) {
    loading.begin(for: owner, isOpening: isOpening, words: words, givingUp: givingUp)
  }

  /// Ends the latest wait of one of the editor's parts; does nothing if the user gave it up.
  func hideLoadingView(for owner: AnyObject) { loading.end(for: owner) }
}

/// The root view controller: shows parts of the screen in their regions, and stacks windows.
final class ScreenContainer: ViewControllerContainer {
  var attachment: ViewControllerAttachment?
  private let parts: ScreenParts
  private let modes: ModeStack

  init(parts: ScreenParts, modes: ModeStack) {
    self.parts = parts
    self.modes = modes
  }

  func push(_ controller: any ViewController) { modes.push(controller) }

  /// Shows a part of the screen, replacing the one in its region.
  func embed(_ controller: any ViewController) {
    guard let part = (controller as? EditorController)?.part else { return ModeStack.reject(controller) }
    parts.show(part)
    guard let mode = (controller as? EditorController)?.mode else { return }
    if part.region == .canvas {
      modes.setBottom(mode)
    } else if part.takesKeys {
      // It keeps the keys until the user returns to the canvas.
      modes.push(mode)
    }
  }

  func remove(_ controller: any ViewController) -> Bool { modes.pop(controller) }
}
