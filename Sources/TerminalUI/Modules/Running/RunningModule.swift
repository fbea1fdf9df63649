import AppModules
import BlockLayout
import Workbench

struct RunningContext: ProgramContext {
  let routingContext: RoutingContext
  let programs: OpenPrograms
  let windows: ModuleWindows
  let parts: ScreenParts
  let viewport: Viewport
  let layout: () -> ScreenLayout
  let runner: ProgramRunner
  /// Whether the keys are on the canvas.
  let isFree: () -> Bool
  /// What the user wants; nil if the program asks for input.
  let request: RunRequest?

  var program: OpenProgram { programs.shown }
}

/// Running programs: the output, and the windows about breakpoints, variables and calls. The runner, which lives as long
/// as the editor, does the rest.
final class RunningModule: ProgramModule<RunningContext, RunningEvent>, Module, PageRepresenting {
  let pageName = "Output"
  let section = "program"
  let pageType = "text"

  var runner: ProgramRunner { context.runner }

  func unmanagedRootViewController() -> (any ViewController)? {
    let shown = context.parts.shown[.output] as? OutputView
    switch context.request {
    case nil: shown?.takeKeys(asAsked: true)
    case .output: shown?.takeKeys(asAsked: false)
    case let request?: perform(request)
    }
    guard shown == nil, runner.last != nil else { return nil }
    let takesKeys = context.request == .output || context.request == nil && context.isFree()
    return OutputView(module: self, takesKeys: takesKeys)
  }

  /// Meets a request, apart from showing the output.
  func perform(_ request: RunRequest) {
    switch request {
    case .editCondition: if let place = runner.place { push(conditionQuestion(place.id)) }
    case .listBreakpoints: push(breakpointList())
    case .variables: push(variableList())
    case .calls: push(callList())
    case .output, .run, .stop, .pause, .over, .into, .out, .toCursor, .changeSpeed, .showValues, .toggleBreakpoint:
      runner.perform(request)
    }
  }

  func close(_ view: OutputView) {
    context.windows.pop(view)
    context.parts.remove(.output)
    showStatus("the output is hidden")
  }

  // MARK: - Windows

  private func conditionQuestion(_ id: String) -> TextPopup {
    TextPopup(
      title: "Stop here if", text: context.program.breakpoints.condition(of: id),
      hint: "such as i = 3; empty: always", anchor: .below(context.viewport.cursorRect)
    ) { [runner] condition in
      runner.setCondition(condition, at: id)
    }
  }

  private func breakpointList() -> ListPopup {
    let blocks = runner.breakpointBlocks
    let breakpoints = context.program.breakpoints
    return ListPopup(
      title: "Breakpoints",
      rows: blocks.map { block in
        let condition = breakpoints.condition(of: block.id)
        return ListPopup.Row(
          runner.text(of: block), colour: block.definition.colour, note: condition.isEmpty ? "" : "if \(condition)")
      }, anchor: .centre, verb: "go to"
    ) { [self] index in
      perform(Intent.jump(blockID: blocks[index].id))
    }
  }

  private func variableList() -> ListPopup {
    let variables = runner.last?.variables ?? []
    return ListPopup(
      title: "Variables", rows: variables.map { ListPopup.Row("\($0.name) = \($0.value)") },
      anchor: .below(context.viewport.cursorRect), verb: "read"
    ) { [self] index in
      push(TextViewer(title: variables[index].name, lines: [variables[index].value]))
    }
  }

  /// The block where the program is, and those that called the functions around it.
  private func callList() -> ListPopup {
    let traceback = runner.last?.traceback
    let entries = traceback?.entries ?? []
    let calls = runner.last?.calls ?? []
    let rows = entries.indices.map { index in
      ListPopup.Row(traceback?.words(index) ?? "", note: calls.indices.contains(index) ? calls[index] : "")
    }
    return ListPopup(
      title: "Calls", rows: rows, anchor: .below(context.viewport.cursorRect), verb: "go to"
    ) { [self] index in
      guard runner.shownRun != nil else { return showStatus("this program is not shown") }
      perform(Intent.jump(blockID: entries[index].blockID))
    }
  }
}
