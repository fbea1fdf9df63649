import AppModules
import BlockModel
import MortiseFiles
import Workbench

/// The events of comparing versions.
nonisolated enum VersionsEvent: EditorEvent {
  case status(String)
}

/// Compares the program with earlier versions and other files, which are read in the background.
final class VersionsModule: EditorModule<Route.Versions, VersionsEvent>, Module, PageRepresenting {
  let pageName = "Versions"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .next:
      markNext()
      return nil
    case .file(let path?):
      mark(file: path)
      return nil
    case .file(nil): return pathLine
    case .history:
      readHistory()
      return nil
    }
  }

  // MARK: - Marking changes

  /// Marks the changes since the next earlier version: the last save, the last commit, or none.
  private func markNext() {
    if program.isReadingVersion { return stopMarking() }
    switch workbench.comparison?.version {
    case nil: mark(.lastSave, orElse: stopMarking)
    case .lastSave:
      guard let path = workbench.document.path, let read = scene.options.committedVersion else {
        return stopMarking()
      }
      mark(reading: { .lastCommit(bytes: try read(path)) }, orElse: stopMarking)
    case .lastCommit, .file: stopMarking()
    }
  }

  /// Marks the changes since a version that is read on another thread. Input is handled meanwhile.
  /// - Parameter fail: called with the reason if the version can't be read or compared.
  private func mark(
    reading read: @escaping @Sendable () throws -> VersionComparison.Version, orElse fail: @escaping (String) -> Void
  ) {
    let request = program.beginReadingVersion()
    scene.jobs.run(.versionRead, read) { [self] result in
      guard program.endReadingVersion(request) else { return }
      switch result {
      case .success(let version): mark(version, orElse: fail)
      case .failure(let error): fail("\(error)")
      }
    }
  }

  private func mark(_ version: VersionComparison.Version, orElse fail: (String) -> Void) {
    let former = workbench.comparison?.version
    workbench.compare(with: version)
    guard let comparison = workbench.comparison else { return }
    do throws(FieldError) {
      let counts = try comparison.update().counts
      showStatus("changes \(comparison.words): \(counts.isEmpty ? "none" : counts)")
    } catch {
      workbench.compare(with: former)
      fail(error.reason)
    }
  }

  private func stopMarking(_ reason: String? = nil) {
    program.giveUpReadingVersion()
    workbench.compare(with: nil)
    showStatus("changes aren't marked any more\(reason.map { ": \($0)" } ?? "")")
  }

  // MARK: - History

  private func readHistory() {
    guard let path = workbench.document.path, workbench.document.stamp != nil else {
      return showStatus("the program has no file yet, and so no history")
    }
    guard let read = scene.options.history else { return showStatus("there is no git here") }
    scene.keeper.read(.historyRead) {
      try read(path)
    } then: { [self] result in
      switch result {
      case .success(let history):
        if history.commits.isEmpty { return showStatus("no commit has changed \(program.name)") }
        push(list(of: history))
        showStatus(history.remark)
      case .failure(let error): showStatus("\(error)")
      }
    }
  }

  /// - Parameter selected: the position of the commit to begin with.
  private func list(of history: FileHistory, selected: Int = 0) -> Picker {
    Picker(
      title: "History of \(program.name)", entries: history.commits.map { ListPopup.Row($0.heading, note: $0.note) },
      selected: selected, verb: "show"
    ) { [self] index in
      read(index, of: history) { [self] content, title in
        let view = VersionView(content, title: title, index: index, of: history.commits.count) {
          [self] view, distance in
          read(view.index + distance, of: history) { [self] content, title in
            view.show(content, title: title, index: view.index + distance)
            showStatus(view.summary)
          }
        } close: { [self] view in
          pop(view)
          push(list(of: history, selected: view.index))
        }
        push(view)
        showStatus(view.summary)
      }
    }
  }

  /// Reads a version of the program, and the one before it.
  private func read(
    _ index: Int, of history: FileHistory, then: @escaping (Result<CommitReading, OpenError>, _ title: String) -> Void
  ) {
    let commit = history.commits[index]
    let title = commit.note.isEmpty ? commit.heading : "\(commit.heading) (\(commit.note))"
    scene.keeper.read(.historyRead) {
      try history.read(index)
    } then: { [self] result in
      let style = LayoutStyleChoice.first(for: scene.screen.device)
      do throws(OpenError) {
        let (old, new): ([UInt8]?, [UInt8]?)
        do { (old, new) = try result.get() } catch { throw OpenError("\(error)") }
        then(.success(try workbench.reading(from: (commit.oldPath, old), to: (commit.path, new), style: style)), title)
      } catch {
        then(.failure(error), title)
      }
    }
  }

  // MARK: - Another file

  private var pathLine: TextPopup {
    let folder = FileSystem.absolute(program.folder)
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return TextPopup(
      title: "Compare with", text: start, hint: "a program in any format that Mortise reads", anchor: .centre
    ) { [self] typed in
      guard typed.contains(where: { !$0.isWhitespace }), typed.last != "/" else { return "a file needs a name" }
      let path = typed.hasPrefix("/") ? typed : start + typed
      mark(file: path)
      return nil
    }
  }

  /// Marks the differences from another file. If the file can't be read, the previous marks stay.
  private func mark(file path: String) {
    mark(reading: { .file(path: path, bytes: try FileReader.read(path).bytes) }, orElse: { [self] in showStatus($0) })
  }
}
