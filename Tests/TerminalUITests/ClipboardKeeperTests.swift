import BlockEvents
import BlockLibrary
import BlockModel
import EventQueues
import FileTesting
import Glibc
import MortiseFiles
import TerminalTesting
import Testing

@testable import TerminalUI
@testable import Workbench

/// Copying and pasting while the shared file is slow.
@MainActor @Suite final class ClipboardKeeperTests {
  private let folder: TemporaryFolder
  private let queue = EventQueue<AppEvent>()
  private let terminal = TestTerminal(width: 80, height: 24)
  private let events = ProgramEvents(wantsLoadingEvents: false)
  private let workbench: WorkbenchController
  private var work: [@Sendable () -> Void] = []

  init() throws {
    folder = try TemporaryFolder()
    workbench = WorkbenchController(
      document: try Document(
        bytes: Array("print 1\nprint 2\n".utf8), path: "a.blocktext", factory: try StockBlocks.factory()),
      toolbox: Toolbox(categories: []), style: LayoutStyleChoice.first(for: terminal), eventManager: EventManager())
  }

  isolated deinit {
    unlink(folder.file("mortise/clipboard"))
    rmdir(folder.file("mortise"))
  }

  private func keeper() -> ClipboardKeeper {
    let program = OpenProgram(path: nil, style: LayoutStyleChoice.first(for: terminal))
    program.open(workbench)
    let keeper = ClipboardKeeper(
      jobs: BackgroundJobs(queue: queue) { [unowned self] in work.append($0) }, programs: OpenPrograms(program),
      programEvents: events, device: terminal,
      file: PrivateFile("clipboard", inFolder: "mortise", runtimeFolder: folder.path, cacheFolder: nil))
    #expect(keeper.listenEvents(from: events))
    events.opened(workbench)
    return keeper
  }

  /// Does what was put off, and what follows from it.
  private func workOff() {
    while !work.isEmpty {
      work.removeFirst()()
      queue.deliver()
    }
  }

  private var text: String { String(decoding: workbench.bytes().bytes, as: UTF8.self) }

  @Test func aPasteWaitsForTheFile() {
    let keeper = keeper()
    workbench.perform(.copy)
    #expect(terminal.clipboard == "print 1\n")
    keeper.read { [workbench] in workbench.perform(.paste) }
    #expect(keeper.isReading && text == "print 1\nprint 2\n")
    workOff()
    #expect(!keeper.isReading && text == "print 1\nprint 1\nprint 2\n")
    #expect(queue.activitiesInProgress.isEmpty)
  }

  /// Of several copies, the last one is in the file.
  @Test func copiesAreWrittenOneAfterTheOther() throws {
    let keeper = keeper()
    workbench.perform(.copy)
    workbench.perform(.moveCursor(.last))
    workbench.perform(.copyStack)
    #expect(work.count == 1)
    workOff()
    let other = WorkbenchController(
      document: Document(factory: try StockBlocks.factory(), path: "b.blocktext"), toolbox: Toolbox(categories: []),
      style: LayoutStyleChoice.first(for: terminal), eventManager: EventManager())
    let bytes = try FileReader.read(folder.file("mortise/clipboard")).bytes
    try other.takeSharedClipboard(bytes)
    other.perform(.paste)
    #expect(String(decoding: other.bytes().bytes, as: UTF8.self).contains("2"))
    #expect(!keeper.isReading)
  }

  /// The own clipboard is pasted when the file system hangs; what it says later comes too late.
  @Test func aHangingFileIsPassedOver() {
    let keeper = keeper()
    workbench.perform(.copy)
    workOff()
    keeper.read { [workbench] in workbench.perform(.paste) }
    keeper.checkTimeout(at: .now)
    #expect(keeper.isReading)
    keeper.checkTimeout(at: .now + .seconds(2))
    #expect(!keeper.isReading && text == "print 1\nprint 1\nprint 2\n")
    // The next paste doesn't wait for it either.
    keeper.read { [workbench] in workbench.perform(.paste) }
    #expect(text == "print 1\nprint 1\nprint 1\nprint 2\n")
    workOff()
    #expect(text == "print 1\nprint 1\nprint 1\nprint 2\n" && queue.activitiesInProgress.isEmpty)
  }
}
