/// An intent that needs only the program and the cursor. It is a constant of `Intent`, declared beside its resolution,
/// and needs no case of its own.
public struct CursorIntent {
  /// A stable name: `duplicate`.
  public let name: String
  let resolve: (IntentResolver) -> Resolution

  init(_ name: String, _ resolve: @escaping (IntentResolver) -> Resolution) {
    self.name = name
    self.resolve = resolve
  }
}
