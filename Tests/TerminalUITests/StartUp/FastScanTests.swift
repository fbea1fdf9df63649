import BlockLibrary
import EventQueues
import MortiseFiles
import ProgramJournal
import Testing
import Workbench

@testable import TerminalUI

/// What is read so fast that it arrives while the main actor is still in the action that asked for it.
@MainActor @Suite struct FastScanTests {
  private let queue = EventQueue<AppEvent>()

  private func startUp() -> StartUp {
    let opening = Opening(
      path: nil, link: nil,
      definitions: {
        Opening.Definitions(factory: try StockBlocks.factory(), toolbox: Toolbox(categories: []))
      },
      program: { Document(factory: $0.factory) }, journals: { JournalScan.look(for: nil, besides: $0) })
    return StartUp(opening, queue: queue) { work in
      let isOver = Semaphore()
      BackgroundThread.run {
        work()
        isOver.signal()
      }
      isOver.wait()
    }
  }

  @Test func aScanIsThereWhenItIsAskedAbout() {
    let startUp = startUp()
    var isThere: Bool?
    queue.wait(for: .journalScanFinished, named: "asking") { isThere = startUp.takeScan() != nil }
    queue.wait(for: [], named: "claiming") { [queue] in
      startUp.scanForJournals(besides: nil)
      // Any call takes what has arrived.
      queue.signal(event: .firstFrame)
    }
    queue.deliver()
    #expect(isThere == true)
  }

  @Test func aProgramIsThereWhenItIsOpened() throws {
    let startUp = startUp()
    var isThere: Bool?
    queue.wait(for: .programLoadFinished, named: "opening") { isThere = startUp.takePrograms() != nil }
    queue.wait(for: [], named: "beginning") { [queue] in
      do { try startUp.begin() } catch { Issue.record(error) }
      queue.signal(event: .terminalReady)
    }
    queue.deliver()
    #expect(isThere == true)
  }
}
