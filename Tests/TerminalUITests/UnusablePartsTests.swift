import AppModules
import BlockLibrary
import MortiseScreen
import Testing
import Workbench

@testable import BlockEvents
@testable import TerminalUI

/// What an app brings and the editor can't use is reported.
@MainActor @Suite(.serialized) struct UnusablePartsTests {
  private final class ForeignController: ViewController {
    var attachment: ViewControllerAttachment?
  }

  @Test func aViewControllerThatIsNoViewOfTheEditorIsReported() {
    var warnings: [String] = []
    let write = Warnings.write
    Warnings.write = { warnings.append($0) }
    defer { Warnings.write = write }
    let modes = ModeStack()
    modes.push(ForeignController())
    modes.modals = [ForeignController()]
    ScreenContainer(parts: ScreenParts(), modes: modes).embed(ForeignController())
    let warning = "the editor can't show a ForeignController, as it isn't a view of the editor"
    #expect(warnings == [warning, warning, warning] && modes.all.isEmpty)
  }
}
