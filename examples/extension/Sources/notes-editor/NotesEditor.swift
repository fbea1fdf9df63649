import NotesExtension

/// `notes-editor`: the editor and the commands of Mortise, for programs that play notes.
@main
enum NotesEditor {
  static func main() async {
    // An app may wait for what it needs, such as definitions from a server. It goes on wherever the main actor runs.
    await Task.yield()
    NotesApp.app().main()
  }
}
