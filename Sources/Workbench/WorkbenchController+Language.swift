import BlockEditing
import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration

extension WorkbenchController {
  /// Shows the program's blocks in another language. Ids, undo, the cursor and the file stay as they are.
  /// - Parameters:
  ///   - language: the language's code.
  ///   - toolbox: the blocks that a user can insert, in that language.
  /// - Returns: false if the blocks have no translation.
  @discardableResult
  package func translate(to language: String, toolbox: Toolbox) -> Bool {
    guard let factory = document.beginTranslating(to: language) else { return false }
    endPreviews()
    coordinator.translate(to: factory)
    self.toolbox = toolbox.adding(furtherTypesOf: factory, in: document.style.format)
    lineToolbox.forget()
    document.cache.set(NotationLibrary.of(factory))
    comparison?.compareAgain()
    if let query = search?.query {
      endSearch()
      try? beginSearch(for: query)
    }
    normalizeCursor()
    return true
  }
}

extension Document {
  /// Translates the blocks of a program that is not open yet.
  nonisolated package func translate(to language: String) {
    guard let factory = beginTranslating(to: language) else { return }
    workspace.translate(to: factory)
    cache.set(NotationLibrary.of(factory))
  }

  /// - Returns: a factory of the same blocks in another language; nil if they have no translation.
  nonisolated fileprivate func beginTranslating(to language: String) -> BlockFactory? {
    let factory = workspace.factory.translation(language)
    factory?.formatName = workspace.factory.formatName
    // It belongs to the definitions that it was read for.
    if factory != nil { cache.remove(GeneratorLanguage.self) }
    return factory
  }
}
