import Workbench

/// Saving and quitting, with their questions.
enum FileWindows {
  /// Saves; `then` follows when it is done.
  static func save(as path: String? = nil, overwrites: Bool = false, in editor: Editor, then: @escaping () -> Void = {})
  {
    switch editor.workbench.save(as: path, overwrites: overwrites) {
    case .saved(let words):
      editor.message = words
      then()
    case .needsName: askName(in: editor, then: then)
    case .changedOnDisk: askOverwrite(path, in: editor, then: then)
    case .failed(let reason):
      // In a window, as the whole of it must be readable.
      editor.push(HelpMode(title: "Not saved", lines: [reason]))
      editor.device.bell()
    }
  }

  static func askName(in editor: Editor, then: @escaping () -> Void = {}) {
    let old = editor.workbench.document.path
    editor.push(
      TextMode(
        title: "Save as", text: old ?? "program.xml", hint: "a name that ends in .xml or .json", anchor: .centre
      ) { name in
        guard !name.isEmpty else { return "a file needs a name" }
        save(as: name, in: editor, then: then)
        return nil
      })
  }

  private static func askOverwrite(_ path: String?, in editor: Editor, then: @escaping () -> Void) {
    let rows = [
      ListMode.Row("save under another name", key: "a"), ListMode.Row("overwrite it", key: "o"),
      ListMode.Row("do not save", key: "n"),
    ]
    let title = path == nil ? "The file was changed by another program" : "The file is there already"
    editor.push(
      ListMode(title: title, rows: rows, anchor: .centre) { index in
        switch index {
        case 0: askName(in: editor, then: then)
        case 1: save(as: path, overwrites: true, in: editor, then: then)
        default: editor.message = "not saved"
        }
      })
  }

  static func quit(in editor: Editor) {
    guard editor.workbench.isModified else { return editor.stop() }
    let rows = [
      ListMode.Row("save and quit", key: "s"), ListMode.Row("quit without saving", key: "w"),
      ListMode.Row("stay", key: "y"),
    ]
    editor.push(
      ListMode(title: "There are changes that are not saved", rows: rows, anchor: .centre) { index in
        switch index {
        case 0: save(in: editor) { editor.stop() }
        case 1: editor.stop()
        default: break
        }
      })
  }
}
