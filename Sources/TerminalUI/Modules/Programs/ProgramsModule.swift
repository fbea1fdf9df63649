import AppModules
import BlockFormats
import MortiseFiles
import Workbench

/// The events of the lists of programs.
nonisolated enum ProgramsEvent: EditorEvent {
  case status(String)
  /// The user wants to open a file or, for nil, a new program.
  case openRequested(path: String?)
  /// The user wants to see an open program.
  case showRequested(id: String)
}

/// The lists of programs: the files that can be opened, and the programs that are open.
final class ProgramsModule: EditorModule<Route.Programs, ProgramsEvent>, Module, PageRepresenting {
  let pageName = "Programs"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .files:
      list(program.folder)
      return nil
    case .open: return openPrograms
    }
  }

  private var openPrograms: Picker {
    let programs = scene.programs.all
    let others = othersInFile
    return Picker(
      title: pageName,
      entries: programs.map { [shown = program] program in
        ListPopup.Row(
          program.name + (program.isModified ? " ●" : ""),
          note: program === shown ? "shown" : program.folder == "." ? "" : program.folder)
      } + others.map { ListPopup.Row($0.program ?? "", note: "in the same file") },
      selected: (scene.programs.position?.number ?? 1) - 1, verb: "show"
    ) { [self] index in
      if programs.indices.contains(index) {
        emit(.showRequested(id: programs[index].id))
      } else {
        emit(.openRequested(path: others[index - programs.count].text))
      }
    }
  }

  /// The programs in the shown one's file that are not open.
  private var othersInFile: [ProgramPath] {
    let document = program.workbench.document
    guard let file = document.path else { return [] }
    return document.programNames.map { ProgramPath(file: file, program: $0) }.filter {
      scene.programs.program(at: $0.text) == nil
    }
  }

  // MARK: - Opening

  /// The action of an entry in the list of files.
  private enum Choice {
    case file(String)
    case folder(String)
    case new
    case typed
  }

  private func list(_ folder: String) {
    scene.keeper.list(folder) { [self] result in
      switch result {
      case .success(let folder): push(files(in: folder))
      case .failure(let error): showStatus("\(error)")
      }
    }
  }

  private func files(in folder: ProgramFolder) -> Picker {
    var entries: [(entry: ListPopup.Row, choice: Choice)] = []
    for name in folder.programs {
      let isOpen = scene.programs.program(at: folder.child(name)) != nil
      entries.append((ListPopup.Row(name, note: isOpen ? "open here" : ""), .file(folder.child(name))))
    }
    let listed = Set(folder.programs.map(folder.child))
    for path in folder.recentPaths where !listed.contains(path) {
      let name = FileLocation(path: path).name
      entries.append(
        (ListPopup.Row(name, keywords: [path], note: path.dropLast(name.count + 1) + "/"), .file(path)))
    }
    for name in folder.folders {
      entries.append((ListPopup.Row(name + "/"), .folder(folder.child(name))))
    }
    if let parent = folder.parent { entries.append((ListPopup.Row("../", note: parent), .folder(parent))) }
    entries.append((ListPopup.Row("another path …"), .typed))
    entries.append((ListPopup.Row("new program", keywords: ["unnamed"]), .new))
    // Users most often return to the file that they opened last.
    let recent = folder.recentPaths.first { scene.programs.program(at: $0) == nil }
    let selected = entries.firstIndex { if case .file(recent) = $0.choice { true } else { false } }
    return Picker(
      title: "Open: \(folder.path)", entries: entries.map(\.entry), selected: selected ?? 0, verb: "open"
    ) { [self] index in choose(entries[index].choice, in: folder) }
  }

  private func choose(_ choice: Choice, in folder: ProgramFolder) {
    switch choice {
    case .file(let path): emit(.openRequested(path: path))
    case .folder(let path): list(path)
    case .new: emit(.openRequested(path: nil))
    case .typed: push(pathLine(in: folder))
    }
  }

  private func pathLine(in folder: ProgramFolder) -> TextPopup {
    TextPopup(
      title: "Open", text: folder.child(""), hint: "a file that doesn't exist is created when it is saved",
      anchor: .centre
    ) { [self] path in
      guard path.contains(where: { !$0.isWhitespace }), path.last != "/" else { return "a file needs a name" }
      emit(.openRequested(path: path.hasPrefix("/") ? path : folder.child(path)))
      return nil
    }
  }
}
