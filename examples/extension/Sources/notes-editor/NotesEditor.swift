import MortiseFiles
import MortiseTerminal
import NotesExtension

/// `notes-editor FILE[#notes]`: an editor for programs that play notes.
@main
enum NotesEditor {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else { return print("usage: notes-editor FILE[#notes]") }
    // An app may wait for what it needs, such as definitions from a server. It goes on wherever the main actor runs.
    await Task.yield()
    let parts = CommandLine.arguments[1].split(separator: "#", maxSplits: 1).map(String.init)
    let editor = try NotesApp.editor(for: parts[0], link: parts.dropFirst().first, on: CursesTerminal())
    editor.run()
  }
}
