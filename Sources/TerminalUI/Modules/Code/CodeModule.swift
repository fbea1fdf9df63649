import AppModules
import BlockModel
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import Workbench

/// The events of the code.
nonisolated enum CodeEvent: RoutingEvent {
  case status(String)
  case open(Route)
}

/// The program's code, beside or below the blocks. It follows changes of the program, and the cursor.
final class CodeModule: EditorModule<Route.Code, CodeEvent>, Module, PageRepresenting {
  let pageName = "Code"
  let pageType = "text"

  var code: ProgramCode { scene.code }

  /// The shown program: the code follows when the user switches programs.
  override var program: OpenProgram { scene.programs.shown }

  func unmanagedRootViewController() -> (any ViewController)? {
    let shown = scene.screen.parts.shown[.code] as? CodeView
    switch context.purpose {
    case .toggle:
      if let shown {
        shown.close()
        return nil
      }
      code.begin()
    case .changeLanguage: code.changeLanguage()
    case .takeKeys:
      if let shown {
        shown.takeKeys()
        return nil
      }
      code.begin()
    }
    askAboutGenerators()
    if let shown {
      shown.announce()
      return nil
    }
    return CodeView(module: self, takesKeys: context.purpose == .takeKeys)
  }

  /// Asks, once, whether the generators in the program's folder may be used.
  private func askAboutGenerators() {
    guard let offered = code.offered else { return }
    code.offered = nil
    let files = offered.files.map(\.path).joined(separator: ", ")
    push(
      ListPopup.question(
        "There are generators beside the program, which are code that runs with its blocks: \(files). Use them?",
        [
          Answer("leave them out", keys: "n") {},
          Answer("use them until they change: I trust their author", keys: "y") { [self] in
            code.add(offered.files)
            showStatus(offered.remember() ?? "the generators are used")
          },
        ]))
  }

  func close(_ view: CodeView) {
    pop(view)
    scene.screen.parts.remove(.code)
    code.end()
    showStatus("the code is hidden")
  }

  // MARK: - Editing

  /// Opens a line of the code, counted from 0.
  /// - Throws: `FieldError` if it can't be edited.
  func openLine(_ index: Int) throws(FieldError) -> CodeLineSession {
    if code.isBehind { throw FieldError("the code isn't complete yet") }
    guard code.code.lineCount > 0 else { throw FieldError("there is no code yet") }
    guard Self.readLanguages.contains(code.languageID) else {
      throw FieldError(
        "\(code.languageName) can't be read as blocks"
          + CodeView.codeCommands.hint("language", "changes to Python, JavaScript or Lua"))
    }
    if code.code.bytes(ofLine: index).isEmpty { throw FieldError("this line is empty") }
    return try workbench.open(code.line(index))
  }

  private static let readLanguages: Set = ["python", "javascript", "lua"]

  // MARK: - Copying and saving

  func copy(on screen: EditorScreen) {
    let bytes = code.code.bytes
    if bytes.count > ClipboardSequence.longestText {
      return showStatus("the code is too long for a terminal’s clipboard; S saves it in a file")
    }
    screen.device.setClipboard(String(decoding: bytes, as: UTF8.self), isRequested: true)
    showStatus("\(code.lineCountText) of \(code.languageName) copied")
  }

  /// Asks for the name of a file, and saves the code there.
  func askForFile() { push(nameQuestion(fileName)) }

  /// The program's name with the language's extension.
  private var fileName: String {
    let path = workbench.document.path ?? "program"
    let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
    let name = path.dropFirst(folder.count)
    let stem = name.lastIndex(of: ".").map { $0 > name.startIndex ? name[..<$0] : name } ?? name
    return folder + stem + "." + code.fileExtension
  }

  private func nameQuestion(_ name: String) -> TextPopup {
    TextPopup(title: "Save the code as", text: name, anchor: .centre) { [self] name in
      guard name.contains(where: { !$0.isWhitespace }) else { return "a file needs a name" }
      if scene.programs.program(at: name) != nil { return "that is the file of a program, not of code" }
      return save(as: name, overwrites: false)
    }
  }

  /// - Returns: why the code can't be saved now; nil if saving has begun.
  private func save(as name: String, overwrites: Bool) -> String? {
    let (lines, bytes) = (code.lineCountText, code.code.bytes)
    if scene.jobs.isInProgress(.codeSaved) { return "other code is being saved; try again" }
    scene.jobs.run(.codeSaved) { () throws(FileError) in
      _ = try FileSaver.save(bytes, to: name, expecting: overwrites ? .anything : .nothing)
    } then: { [self] result in
      guard case .failure(let error) = result else { return showStatus("\(lines) saved as \(name)") }
      if case .alreadyExists = error.cause { return push(overwriteQuestion(name)) }
      push(TextViewer(title: "Not saved", lines: [error.savingDescription]))
    }
    return nil
  }

  private func overwriteQuestion(_ name: String) -> ListPopup {
    .overwriteQuestion(
      "The file already exists. Overwrite it?", rename: { [self] in push(nameQuestion(name)) },
      overwrite: { [self] in showStatus(save(as: name, overwrites: true)) }, stay: { [self] in showStatus("not saved") }
    )
  }
}
