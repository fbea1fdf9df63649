import BlockEvents
import BlockFormats
import BlockModel
import MortiseFiles
import ProgramDiff

/// Compares the program with an earlier version while it is being edited.
package final class VersionComparison: EventManagerListener {
  /// The earlier version.
  package enum Version {
    case lastSave
    /// A file's content, such as that of a commit.
    case file(name: String, bytes: [UInt8])
  }

  /// Of larger programs, the comparison would hold up the keys.
  private static let largestProgram = 10_000

  package let version: Version
  private unowned let workbench: WorkbenchController
  private var found: LineChanges?
  /// Why the versions can't be compared.
  private var failure: String?
  /// Whether the program has changed since it was compared.
  private var hasChanged = true
  private var savedMark: Int?

  init(_ version: Version, of workbench: WorkbenchController) {
    (self.version, self.workbench) = (version, workbench)
    workbench.eventManager.addListener(self)
  }

  package var wantsLoadingEvents: Bool { false }

  package func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    if event.workspaceID == workbench.workspace.id, !event.isUIEvent { hasChanged = true }
  }

  /// What the earlier version is called.
  package var name: String {
    switch version {
    case .lastSave: "the last save"
    case .file(let name, _): name
    }
  }

  /// The changes that were found last; nil if there are none, or before the first comparison.
  package var shown: LineChanges? { found }

  package var isBehind: Bool { hasChanged || savedMark != workbench.savedMark }

  /// Compares, if the program has changed since the last time.
  /// - Throws: `FieldError` if the versions can't be compared.
  @discardableResult
  package func update() throws(FieldError) -> LineChanges {
    if isBehind { compare() }
    if let found { return found }
    throw FieldError(failure ?? "the versions can't be compared")
  }

  private func compare() {
    (hasChanged, savedMark, found, failure) = (false, workbench.savedMark, nil, nil)
    if workbench.workspace.blocks.count > Self.largestProgram {
      failure = "the program is too large to be compared while it is edited"
      return
    }
    do { found = LineChanges(ProgramMatch(try read(), workbench.workspace), library: workbench.notation) } catch {
      failure = "\(name) can't be read: \(error)"
    }
  }

  private func read() throws -> Workspace {
    let factory = workbench.workspace.factory
    let bytes: [UInt8]
    switch version {
    case .lastSave: bytes = workbench.document.savedBytes ?? []
    case .file(_, let content): bytes = content
    }
    if bytes.isEmpty { return Workspace(factory: factory) }
    let formats = workbench.formats
    let format = formats.format(of: bytes, path: workbench.document.path, factory: factory) ?? formats.standard
    return try format.read(bytes, ReadingContext(factory: factory, randomness: SystemNumbers())).workspace
  }
}

extension WorkbenchController {
  /// Marks what has changed since an earlier version; nil for no longer.
  package func compare(with version: VersionComparison.Version?) {
    comparison = version.map { VersionComparison($0, of: self) }
  }
}
