import AppModules
import BlockModel
import CodeGeneration
import MortiseFiles
import ProgramRunning

/// Keeps the code of the shown program up to date while the code is visible.
final class ProgramCode: EventsListener {
  private let programs: OpenPrograms
  /// The available languages.
  let languages: CodeLanguages
  /// The language of the code, by its name on the command line.
  private(set) var languageID: String
  /// The files with generators of custom blocks.
  var generators: [BlockFile] = []
  /// Generators that the user hasn't been asked about yet.
  var offered: OfferedGenerators?
  /// The statements of Python that may become code.
  private var consent: CodeConsent
  private var live: LiveCode?
  /// The languages that were read for the program's factory, by their ids.
  private var readLanguages: [String: GeneratorLanguage] = [:]
  /// Why the code can't be generated: a mistake in a file of generators.
  private(set) var problem: String?
  /// Whether the last update within a frame took too long.
  private var isSlow = false
  private let now: () -> ContinuousClock.Instant
  private let subscriptions = SubscriptionBag()

  /// The part of a frame that an update may take.
  private static let share = Duration.milliseconds(6)

  /// - Parameter languageID: the language to begin with; nil for the first one.
  init(
    programs: OpenPrograms, languages: CodeLanguages, languageID: String?, consent: CodeConsent,
    now: @escaping () -> ContinuousClock.Instant
  ) {
    self.programs = programs
    self.languages = languages
    self.languageID = languageID ?? languages.all.first?.id ?? ""
    self.consent = consent
    self.now = now
  }

  func listenEvents(from producer: any AnyEventsProducer, events: EventStream<ProgramEvent>) -> Bool {
    events.observe { [unowned self] event in note(event) }.kept(in: subscriptions)
    return true
  }

  private func note(_ event: ProgramEvent) {
    switch event {
    case .opened, .shown:
      readLanguages = [:]
      if isShown { begin() }
    case .fired(let event) where !event.isLoading:
      if event.changedBlockIDs != [] { live?.noteChange() }
    default: break
    }
  }

  // MARK: - What is shown

  private(set) var isShown = false

  /// The display name of the language.
  var languageName: String { languages[languageID]?.name ?? languageID }
  /// The extension of the language's files.
  var fileExtension: String { languages[languageID]?.fileExtension ?? "txt" }
  var code: GeneratedCode { live?.code ?? GeneratedCode() }
  /// Returns a line, counted from 0, with its values; nil if it comes from no block.
  func line(_ index: Int) -> CodeLine? { live?.line(index) }
  /// Counts the changes of the code.
  var version: Int { live?.version ?? 0 }
  /// Whether the user gave up generating the code of the current program.
  var isGivenUp: Bool { live?.isGivenUp ?? false }
  /// Whether the code is out of date.
  var isBehind: Bool { live?.isBehind ?? false }

  /// The version that was drawn last; nil if the code was behind then.
  private var drawnVersion: Int?

  /// Notes that the code is drawn as it is now.
  func noteDrawn() { drawnVersion = isBehind ? nil : version }

  /// Begins to generate the code.
  func begin() {
    isShown = true
    (live, problem, isSlow, drawnVersion) = (nil, nil, false, nil)
    let workspace = programs.workbench.workspace
    do throws(GeneratorFileError) {
      let language = try language(languageID, for: workspace.factory)
      live = LiveCode(workspace, in: language, options: options(for: workspace))
    } catch {
      problem = error.description
    }
  }

  /// Returns a language with the generators of custom blocks.
  /// - Parameter id: its name on the command line.
  func language(_ id: String, for factory: BlockFactory) throws(GeneratorFileError) -> GeneratorLanguage {
    if let known = readLanguages[id] { return known }
    let language = try languages.generators(of: id, files: generators, factory: factory)
    readLanguages[id] = language
    return language
  }

  /// Returns the options for generating a program's code.
  func options(for workspace: Workspace) -> GenerationOptions {
    var options = GenerationOptions()
    options.allowedCode = consent.allowedCode(in: workspace)
    return options
  }

  /// Returns the statements of Python in a program that the user hasn't allowed.
  func unallowedStatements(in workspace: Workspace) -> [CodeConsent.Statement] {
    consent.unallowedStatements(in: workspace)
  }

  /// Allows statements of Python.
  /// - Returns: why that can't be remembered; nil if it is.
  func allow(_ statements: [CodeConsent.Statement]) -> String? {
    defer { if isShown { begin() } }
    do throws(FileError) {
      try consent.allow(statements)
      return nil
    } catch {
      return "this can't be remembered: \(error)"
    }
  }

  /// Adds files with generators of custom blocks.
  func add(_ files: [BlockFile]) {
    generators += files
    readLanguages = [:]
    if isShown { begin() }
  }

  func end() {
    isShown = false
    (live, problem) = (nil, nil)
  }

  /// Changes to the next language.
  func changeLanguage() {
    let ids = languages.all.map(\.id)
    let next = ids.firstIndex(of: languageID).map { $0 + 1 } ?? 0
    languageID = next < ids.count ? ids[next] : ids.first ?? ""
    begin()
  }

  // MARK: - Updating

  /// Updates the code after a change, within the time that a frame allows.
  func updateWithinFrame() {
    if isSlow { return }
    let start = now()
    update { now() - start < Self.share }
    isSlow = now() - start > Self.share * 4
  }

  /// Updates the code after a change, except while the program shows a preview.
  /// - Returns: whether the code is up to date and differs from the code that was drawn last. Parts of the screen
  ///   that are drawn after the code, such as hints, may have updated it.
  @discardableResult
  func update(while mayGoOn: () -> Bool) -> Bool {
    guard let live, !programs.workbench.state.isPreviewing else { return false }
    return live.update(while: mayGoOn) && drawnVersion != live.version
  }
}
