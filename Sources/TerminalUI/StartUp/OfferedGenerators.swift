import CodeGeneration

/// Generators that lie beside a program. They are code, perhaps of a stranger, and are used only after the user has
/// agreed.
package nonisolated struct OfferedGenerators: Sendable {
  /// The files that have them.
  package var files: [GeneratorFile]
  /// Remembers that the user agreed, for as long as the files stay as they are.
  /// - Returns: why that can't be remembered; nil if it is.
  package var remember: @Sendable () -> String?

  /// - Parameter remember: returns why the answer can't be remembered; nil if it is.
  package init(files: [GeneratorFile], remember: @escaping @Sendable () -> String?) {
    (self.files, self.remember) = (files, remember)
  }
}
