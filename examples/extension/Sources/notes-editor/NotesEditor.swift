import NotesExtension

/// `notes-editor`: the editor and the commands of Mortise, for programs that play notes.
@main
enum NotesEditor {
  static func main() async {
    // An app may wait here, for example to load definitions from a server. It continues on the main actor.
    await Task.yield()
    NotesApp.app().main()
  }
}
