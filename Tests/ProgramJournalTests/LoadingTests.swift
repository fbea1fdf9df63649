import BlockFormats
import BlockLibrary
import BlockModel
import MortiseFiles
import Testing
import WorkbenchTesting

@testable import ProgramJournal
@testable import Workbench

/// Loading: the ids it gives, and its threads.
@MainActor @Suite struct LoadingTests {
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_repeat_ext","inputs":{"TIMES":{"shadow":{"type":"math_number"},
        "block":{"type":"math_single","inputs":{"NUM":{"shadow":{"type":"math_number"}}}}}}},
      {"type":"procedures_callnoreturn","extraState":{"name":"nowhere","params":["x"]}},
      {"type":"text","id":"twice"},{"type":"text","id":"twice"}
    ]}}
    """

  private func controller(seed: UInt64) throws -> WorkbenchController {
    JournalScene.controller(
      for: try Document(
        bytes: Array(Self.program.utf8), path: nil, factory: try StockBlocks.factory(), seed: seed))
  }

  private func ids(_ controller: WorkbenchController) -> [String] {
    controller.workspace.topBlocks.flatMap { BlockSnapshot(of: $0).records.compactMap(\.id) }
      + controller.workspace.variables.all.map(\.id)
  }

  @Test func theSameSeedGivesTheSameIDs() throws {
    let (first, second) = (try controller(seed: 5), try controller(seed: 5))
    #expect(first.definedProcedures == ["nowhere"])
    #expect(ids(first) == ids(second) && Set(ids(first)).count == ids(first).count)
    #expect(first.document.loadingMark == second.document.loadingMark)
    // The same in every process, whatever the order of its dictionaries.
    #expect(
      ids(first) == [
        "fSH)y~7|Psu=H/b6(9)8", "QxhVUc=WK?NTu-5CxIxC", "l|}(o6(mHX*3/ky|/khL", "E/nxC?}rFvAYBENm9ezP",
        "hK0o4|kR_1xx=ndyvH*M", "twice", "U!Wm-pVBZ(~))_#Bgo`]", "u]C-C*fPxsSbv!C.V?C/", "(DvZO+jJYQxKwi2[W=m?",
      ])
    #expect(try ids(controller(seed: 6)).first != ids(first).first)
  }

  @Test func laterIDsAreRandom() throws {
    let (first, second) = (try controller(seed: 5), try controller(seed: 5))
    #expect(first.workspace.freshID() != second.workspace.freshID())
  }

  @Test func laterIDsCanBeFixedForTests() throws {
    let factory = try StockBlocks.factory()
    let ids = (1...2).map { _ in
      JournalScene.controller(for: Document(factory: factory, seed: 5, idGeneratorAfterLoading: nil)).workspace
        .freshID()
    }
    #expect(ids[0] == ids[1])
  }

  /// A program is opened on another thread and edited on the main thread.
  @Test func openingNeedsNoMainThread() async throws {
    let scene = try JournalScene(JournalScene.program)
    let path = scene.path
    let task = Task.detached {
      TransferBox(try Document.open(path, factory: try StockBlocks.factory(), seed: 5))
    }
    let box = try await task.value
    let session = JournalScene.Session(try #require(box.take()))
    #expect(box.take() == nil)
    session.write("b")
    #expect(session.controller.isModified)
    session.save()
  }

  @Test func lookingForJournalsNeedsNoMainThread() async throws {
    let scene = try JournalScene(JournalScene.program)
    scene.session.write("b")
    scene.kill()
    let path = scene.path
    let scan = await Task.detached { JournalScan.look(for: path) }.value
    #expect(scan.orphans.first?.unsavedGroupCount == 1)
  }
}
