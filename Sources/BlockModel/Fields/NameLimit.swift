/// The limit on the length of names that users give to variables, functions, inputs and bookmarks. Files may have
/// longer ones.
package enum NameLimit {
  /// The maximum number of letters. Names are listed, searched and read out often. A longer one was probably pasted by
  /// mistake, and would slow down every list.
  package static let letters = 1_000

  /// - Throws: `FieldError` when the name is too long.
  package static func check(_ name: String) throws(FieldError) {
    if name.utf8.count <= letters || name.count <= letters { return }
    throw FieldError("a name has at most \(letters) letters")
  }
}
