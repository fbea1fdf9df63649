import BlockModel
import BlockNotation

/// The program of a run, as it is now: it may have changed since the run began.
@MainActor package protocol RunTarget: Sendable {
  /// A state of the program: equal versions mean that nothing has changed.
  associatedtype Version: Hashable, Sendable

  var workspace: Workspace { get }
  /// The wordings of its blocks.
  var notation: NotationLibrary { get }
  var version: Version { get }
}
