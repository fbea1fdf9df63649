import AppModules
import BlockLibrary
import Workbench

/// The events of the settings' windows.
nonisolated enum SettingsEvent: EditorEvent {
  case status(String)
  /// A setting was changed.
  case changed(name: String)
}

/// The list of settings, and the lists of their values. A change takes effect at once, and is written to the user's
/// settings file.
final class SettingsModule: EditorModule<Route.Settings, SettingsEvent>, Module, PageRepresenting {
  let pageName = "Settings"
  let section = "editor"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .all: return overview()
    case .value(let name, let value):
      if let setting = Setting.all.first(where: { $0.name == name }) { set(setting, value) }
      return nil
    case .background: return backgroundQuestion()
    }
  }

  /// - Parameter selected: the index of the row to begin with.
  private func overview(selected: Int = 0) -> ListPopup {
    let choices = Setting.all
    return ListPopup(
      title: pageName,
      rows: choices.map { ListPopup.Row($0.label, keywords: [$0.name], note: $0.current(scene)) }, selected: selected,
      anchor: .centre, verb: "change"
    ) { [self] index in
      push(list(of: choices[index], at: index))
    }
  }

  /// Returns the list of a setting's values. The editor previews the selected one.
  private func list(of setting: Setting, at index: Int) -> ListPopup {
    let current = setting.current(scene)
    let values = setting.values
    let (colors, language, before) = (scene.screen.colors, scene.language, scene.settings)
    let list = ListPopup(
      title: setting.label, rows: values.map { ListPopup.Row($0.word, keywords: [$0.note], note: $0.note) },
      selected: values.firstIndex { $0.word == current } ?? 0,
      anchor: .corner(clearOf: { [self] in context.viewport.cursorRect }),
      verb: "set"
    ) { [self] chosen in
      set(setting, values[chosen].word)
      push(overview(selected: index))
    }
    list.didSelect = { [self] in setting.preview(values[$0].word, scene) }
    list.cancel = { [self] in
      scene.settings = before
      scene.show(colors)
      if scene.language != language { scene.show(inLanguage: language ?? StockBlocks.languages[0]) }
      push(overview(selected: index))
    }
    return list
  }

  private func set(_ setting: Setting, _ value: String) {
    let delay = setting.delay(scene)
    setting.apply(value, scene)
    emit(.changed(name: setting.name))
    let outcome = "\(setting.label): \(value)\(delay.map { ", from the next start on, as \($0)" } ?? "")"
    guard let file = scene.options.settingsFile else {
      return showStatus("\(outcome) · until you quit, as there is no place for a settings file")
    }
    let name = setting.name
    scene.jobs.run(.settingsSaved) {
      try file.set(name, to: value)
    } then: { [self] result in
      switch result {
      case .success: showStatus("\(outcome) · saved in \(file.name)")
      case .failure(let error): showStatus("\(outcome) · until you quit, as it can’t be saved: \(error)")
      }
    }
  }

  // MARK: - The background

  private func backgroundQuestion() -> ListPopup {
    // The question is asked only once, whatever the answer is.
    remember(isLight: false)
    // If there is no room below the hints of an empty program, or a lesson's task is in the corner, the status line
    // asks.
    let isSmall = context.viewport.area.height < Self.rowsForQuestion || scene.tutor.run != nil
    return .question(
      isSmall ? "Background: d for dark, l for light?" : "Is this terminal’s background dark or light?",
      [
        Answer("dark", keys: "d") { [self] in answer(isLight: false) },
        Answer("light", keys: "l") { [self] in answer(isLight: true) },
      ], anchor: isSmall ? .statusLine : .corner(clearOf: { [self] in context.viewport.cursorRect }),
      cancel: { [self] in answer(isLight: false) })
  }

  /// The rows needed for the hints of an empty program and the question below them.
  private static let rowsForQuestion = 16

  private func answer(isLight: Bool) {
    scene.show(.suiting(isLight: isLight))
    if isLight { remember(isLight: true) }
    greet(isLight: isLight)
  }

  /// Shows the greeting of a new user, which the question replaced. Other users see the outcome of the question.
  private func greet(isLight: Bool) {
    if scene.options.greetsNewUser { return showStatus(scene.greeting) }
    showStatus("the colours are for a \(isLight ? "light" : "dark") background; the command “settings” has others")
  }

  private func remember(isLight: Bool) {
    try? scene.options.rememberBackground?(isLight)
  }
}

extension Scene {
  /// The colours for the terminal's background.
  var suitingColors: ThemeColors { isBackgroundLight.map(ThemeColors.suiting) ?? options.suitingColors() }

  /// Shows the editor in other colours.
  func show(_ colors: ThemeColors) {
    if colors == screen.colors { return }
    screen.setColors(colors)
    viewport.relayout()
  }
}
