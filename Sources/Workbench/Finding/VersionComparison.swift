import BlockEvents
import BlockFormats
import BlockModel
import EventQueues
import MortiseFiles
import ProgramDiff

/// Compares the program with an earlier version while it is being edited.
package final class VersionComparison: EventManagerListener {
  /// The earlier version.
  package nonisolated enum Version: Sendable {
    case lastSave
    case lastCommit(bytes: [UInt8])
    case file(path: String, bytes: [UInt8])
  }

  /// Comparing larger programs while they are edited would hold up the keys.
  private static let largestFollowed = 10_000

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

  /// The version that the program is compared with: “since the last save”.
  package var words: String {
    switch version {
    case .lastSave, .lastCommit: "since \(name)\(isOutdated ? ", before the last edits" : "")"
    case .file: "against \(name)\(isOutdated ? ", before the last edits" : "")"
    }
  }

  private var name: String {
    switch version {
    case .lastSave: "the last save"
    case .lastCommit: "the last commit"
    case .file(let path, _): FileLocation(path: path).name
    }
  }

  /// Whether it is compared again whenever the user pauses. A larger program is compared when the user asks for
  /// changes.
  package var followsEdits: Bool { workbench.workspace.blocks.count <= Self.largestFollowed }

  /// Whether the shown changes lack the last edits, and stay so until the user asks for changes.
  private var isOutdated: Bool { isBehind && !followsEdits }

  /// The changes that were found last; nil if there are none, or before the first comparison.
  package var shown: LineChanges? { found }

  package var isBehind: Bool { hasChanged || savedMark != workbench.savedMark }

  /// Makes the next update compare again, because the blocks have other wordings.
  func compareAgain() { hasChanged = true }

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
    do throws(OpenError) {
      found = try Progress.within(0...1, Progress.Activity("comparing")) { () throws(OpenError) in
        let old = try Progress.within(0...0.5) { () throws(OpenError) in try read() }
        return LineChanges(ProgramMatch(old, workbench.workspace), library: workbench.notation)
      }
    } catch { failure = error.description }
    workbench.layout?.show(ghosts: found?.ghosts ?? [:])
  }

  private func read() throws(OpenError) -> Workspace {
    switch version {
    case .lastSave: try workbench.version(at: workbench.document.path, workbench.document.savedBytes ?? [])
    case .lastCommit(let bytes): try workbench.version(at: workbench.document.path, bytes)
    case .file(let path, let bytes): try workbench.version(at: path, bytes)
    }
  }
}

extension WorkbenchController {
  /// Marks the changes since an earlier version; nil unmarks them.
  package func compare(with version: VersionComparison.Version?) {
    comparison = version.map { VersionComparison($0, of: self) }
    layout?.show(ghosts: [:])
  }
}
