import AppModules
import BlockLayout
import MortiseScreen
import ProgramRunning
import Workbench

/// The views of running programs: the output, and the windows about breakpoints, variables and calls. The runner,
/// which lives as long as the editor, does the rest.
final class RunningModule: EditorModule<Route.Running, RunningEvent>, Module, PageRepresenting {
  let pageName = "Output"
  let pageType = "text"

  var runner: ProgramRunner { scene.runner }

  /// The shown program: the output follows when the user switches programs.
  override var program: OpenProgram { scene.programs.shown }

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .output(let takesKeys):
      guard let shown = scene.screen.parts.shown[.output] as? OutputView else {
        return OutputView(module: self, takesKeys: takesKeys)
      }
      if takesKeys { shown.takeKeys(asAsked: false) }
      return nil
    case .condition(let id): return conditionQuestion(id)
    case .breakpoints: return breakpointList()
    case .variables: return variableList()
    case .calls: return callList()
    case .step: return stepQuestion()
    case .origin: return originList()
    case .value(let name, let value):
      return runner.last.flatMap { run in run.recording.map { window(of: value, name: name, in: run, $0) } }
    case .watches: return watchList()
    }
  }

  func close(_ view: OutputView) {
    pop(view)
    scene.screen.parts.remove(.output)
    showStatus("the output is hidden")
  }

  // MARK: - Windows

  private func conditionQuestion(_ id: String) -> TextPopup {
    TextPopup(
      title: "Stop here if", text: program.breakpoints.condition(of: id),
      hint: "such as i = 3; empty: always", anchor: .below(context.viewport.cursorRect)
    ) { [runner] condition in
      runner.setCondition(condition, at: id)
    }
  }

  private func stepQuestion() -> TextPopup {
    let run = runner.shownRun
    let steps = (run?.recording.map { $0.firstStep + 1 } ?? 1)...max(1, run?.recording?.stepCount ?? 1)
    let range = "\(steps.lowerBound.grouped) to \(steps.upperBound.grouped)"
    return TextPopup(
      title: "Go to step", text: "", hint: range, anchor: .below(context.viewport.cursorRect)
    ) { [runner] text in
      guard let step = Int(text.filter { $0 != "," && $0 != " " }), steps.contains(step) else {
        return "type a number from \(range)"
      }
      runner.go(toStep: step - 1)
      return nil
    }
  }

  private func breakpointList() -> ListPopup {
    let blocks = runner.breakpointBlocks
    let breakpoints = program.breakpoints
    return ListPopup(
      title: "Breakpoints",
      rows: blocks.map { block in
        let condition = breakpoints.condition(of: block.id)
        return ListPopup.Row(
          runner.text(of: block), colour: block.definition.colour, note: condition.isEmpty ? "" : "if \(condition)")
      }, anchor: .centre, verb: "go to"
    ) { [self] index in
      perform(.jump(blockID: blocks[index].id))
    }
  }

  /// The part of a window's title that names its moment of the past; empty in the present.
  private var moment: String { runner.last?.past.map { " at step \(($0.step + 1).grouped)" } ?? "" }

  private func variableList() -> ListPopup {
    let variables = runner.last?.variables ?? []
    return ListPopup(
      title: "Variables\(moment)", rows: variables.map { ListPopup.Row("\($0.name) = \($0.value)") },
      anchor: .below(context.viewport.cursorRect), verb: "read",
      adding: RunVariableSelection.table.adapted { [self] list in
        RunVariableSelection(module: self, runner: runner, list: list, name: list.selected.map { variables[$0].name })
      }
    ) { [self] index in
      let name = variables[index].name
      if let run = runner.last, let recording = run.recording,
        let value = recording.value(ofVariable: name, at: run.step)
      {
        push(window(of: value, name: name, in: run, recording))
      } else {
        push(TextViewer(title: name, lines: [variables[index].value]))
      }
    }
  }

  /// Returns the list of the block where the program is, and of the callers of the functions around it.
  private func callList() -> ListPopup {
    let traceback = runner.last?.traceback
    let entries = traceback?.entries ?? []
    let calls = runner.last?.calls ?? []
    let rows = entries.indices.map { index in
      ListPopup.Row(traceback?.words(index) ?? "", note: calls.indices.contains(index) ? calls[index] : "")
    }
    return ListPopup(
      title: "Calls\(moment)", rows: rows, anchor: .below(context.viewport.cursorRect), verb: "go to"
    ) { [self] index in
      guard runner.shownRun != nil else { return showStatus("this program is not shown") }
      perform(.jump(blockID: entries[index].blockID))
    }
  }
}

/// The selection in the list of a run's variables.
struct RunVariableSelection {
  let module: RunningModule
  let runner: ProgramRunner
  let list: ListPopup
  /// The selected variable; nil if nothing is selected.
  let name: String?

  /// The commands that the list of a run's variables adds.
  static let table = CommandTable<RunVariableSelection>(
    "run-variables", "In the list of a run’s variables, also",
    [
      Command(
        "last-change", "<Left>", title: "Last change", group: .navigation,
        help: "go back to the last change of the variable",
        hint: "last change",
        unavailable: { $0.name == nil ? "there is no variable here" : $0.runner.refusalToLookBack },
        runIn: { selection, screen in
          guard let name = selection.name else { return }
          screen.modes.pop(selection.list)
          selection.runner.go(toChangeOf: name)
        }),
      Command(
        "variable-origin", "<A-?>", "<A-Y>", title: "Where does it come from?", group: .navigation,
        help: "where the value of the variable comes from",
        hint: "where from",
        unavailable: { $0.name == nil ? "there is no variable here" : $0.runner.refusalToLookBack },
        runIn: { selection, screen in
          guard let name = selection.name else { return }
          screen.modes.pop(selection.list)
          selection.runner.showOrigin(ofVariable: name)
        }),
      Command(
        "over-time", "<Right>", title: "Values over time…", group: .navigation,
        help: "the values of the variable over time", hint: "over time",
        unavailable: {
          $0.name == nil
            ? "there is no variable here" : $0.runner.last?.recording == nil ? "nothing was recorded" : nil
        },
        runIn: { selection, screen in
          guard let name = selection.name else { return }
          screen.modes.pop(selection.list)
          selection.module.showHistory(of: name)
        }),
      Command(
        "watch", "+", title: "Watch", group: .editing, help: "watch the variable",
        unavailable: { $0.name == nil ? "there is no variable here" : nil },
        run: { selection in if let name = selection.name { selection.runner.watch(variable: name) } }),
    ])
}

/// The windows about values: tables of lists, the values of variables over time, watches.
extension RunningModule {
  /// Returns a window with a value at the moment that is shown: the items of a list, or else a text to read.
  /// - Parameter name: the name of the value, for the title.
  func window(of value: RunValue, name: String, in run: ProgramRun, _ recording: RunRecording) -> any Mode {
    let step = run.step
    guard case .list(let list) = value else {
      let words = if case .text(let text) = value { text } else { recording.words(value, at: step) }
      return TextViewer(
        title: name, lines: words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init))
    }
    let rows = ListRows(
      list, of: recording, at: step, name: name,
      current: run.currentItem(ofList: list) { [runner] in runner.text(of: $0) })
    return RowsWindow(rows, selected: rows.markedRow ?? 0) { [self] row, column in
      guard let value = rows.value(row: row, column: column) else { return }
      let position = rows.columnCount(of: row..<row + 1) > 1 ? "\(row + 1), \(column + 1)" : "\(row + 1)"
      open(window(of: value, name: "\(name) [\(position)]", in: run, recording))
    }
  }

  private func open(_ window: any Mode) { push(window) }

  /// Opens the values of a variable over time.
  func showHistory(of name: String) {
    guard let run = runner.last, let recording = run.recording else { return }
    let workspace = run.program.workbench.workspace
    let rows = HistoryRows(name, of: recording, at: run.step) { [runner] step in
      let block = run.plan.numbers.id(of: recording.block(at: step)).flatMap { workspace.blocks[$0] }
      return block.map(runner.text) ?? (step < 0 ? "before the first step" : "a block that is gone")
    }
    push(
      RowsWindow(rows, selected: rows.rowCount - 1) { [self] row, _ in
        guard let step = rows.step(ofRow: row) else { return }
        if let reason = runner.refusalToLookBack { return showStatus(reason) }
        scene.screen.modes.closeWindows()
        runner.go(toStep: step)
      })
  }
}

extension RunningModule {
  /// Returns the list of a value's origin and of the values that were used there, whose origins can be followed in
  /// turn; nil if no origin is shown.
  func originList() -> ListPopup? {
    guard let origin = runner.originTrail.last else { return nil }
    let uses = origin.uses
    return ListPopup(
      title: "Where from", rows: [ListPopup.Row(origin.headline)] + uses.map { ListPopup.Row($0.words, note: $0.note) },
      anchor: .below(context.viewport.cursorRect), verb: "go there",
      adding: OriginSelection.table.adapted { [self] in OriginSelection(runner: runner, list: $0) }
    ) { [runner] index in
      if index == 0 { runner.showStatus(origin.words) } else { runner.follow(uses[index - 1]) }
    }
  }
}

/// The selection in the list that shows where a value comes from.
struct OriginSelection {
  let runner: ProgramRunner
  let list: ListPopup

  /// The commands that the list adds.
  static let table = CommandTable<OriginSelection>(
    "origin", "In the list of where a value comes from, also",
    [
      Command(
        "origin-back", "<Left>", title: "Go back", group: .navigation, help: "go back to what the value was used for",
        hint: "back",
        unavailable: { $0.runner.originTrail.count > 1 ? nil : "this is what you asked for" },
        runIn: { selection, screen in
          screen.modes.pop(selection.list)
          selection.runner.followBack()
        })
    ])
}
