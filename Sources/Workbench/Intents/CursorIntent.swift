/// An intent that needs nothing but the program and the cursor. It is declared beside its resolution, as a constant of
/// `Intent`, and needs no case there.
public struct CursorIntent {
  /// A stable name: `duplicate`.
  public let name: String
  let resolve: (IntentResolver) -> Resolution

  init(_ name: String, _ resolve: @escaping (IntentResolver) -> Resolution) {
    self.name = name
    self.resolve = resolve
  }
}
