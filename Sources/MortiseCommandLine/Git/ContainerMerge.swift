import BlockFormats
import BlockModel
import ProgramContainers
import ProgramDiff
import ProgramRunning

/// The merge of an app's files: program by program, and the rest of the files as a whole.
struct ContainerMerge {
  /// The merged file.
  private(set) var bytes: [UInt8]
  /// Messages for the user besides conflicts.
  private(set) var remarks: [String] = []
  private(set) var conflicts: [String] = []

  /// - Parameters:
  ///   - paths: the paths of base, ours and theirs, which help to recognise their formats.
  ///   - files: their contents.
  /// - Returns: nil if they are not all files of one app; the base may be empty.
  /// - Throws: `ComparisonError` or `ContainerError` if a program can't be read or merged.
  init?(_ paths: [String], _ files: [[UInt8]], _ factory: BlockFactory) throws {
    let formats = MortiseApp.current.formats
    let kinds = zip(paths, files).filter { !$1.isEmpty }.map { path, bytes in
      ProgramFile.recognise(path, bytes, factory, among: formats).format as? ContainerFormat
    }
    guard kinds.count >= 2, let format = kinds[0], kinds.allSatisfy({ $0?.name == format.name }) else { return nil }
    if let reason = format.readOnlyReason { throw ContainerError(reason) }
    let base = try Version(files[0], format, factory)
    let (ours, theirs) = (try Version(files[1], format, factory), try Version(files[2], format, factory))
    let code = AppCode(format, AppCode.commands)
    // Code that is generated from the merged blocks need not be merged itself.
    let makesCode =
      code.map { code in [ours, theirs].allSatisfy { $0.canMake(code) } } ?? (format.container.code == .remade)
    let around = [base, ours, theirs].map { $0.surroundings(withoutCode: makesCode) }
    var isOurs = true
    /// The conflicts for a comment of the first program.
    var unreported: [String] = []
    if around[2] != around[0] {
      isOurs = around[1] != around[0]
      if isOurs, around[2] != around[1] {
        let conflict = "both sides change the text around the programs; ours is kept"
        conflicts.append(conflict)
        unreported = [MergeCommand.conflict(conflict, theirs: theirs.linesAround, ours: ours.linesAround)]
      }
    }
    bytes = isOurs ? files[1] : files[2]
    for name in (isOurs ? ours : theirs).names {
      guard let own = ours.programs[name], let other = theirs.programs[name] else { continue }
      let merge = try ProgramMerge(
        base: base.programs[name]?.workspace ?? Workspace(factory: factory), ours: own.workspace,
        theirs: other.workspace, otherConflicts: unreported)
      var style = (isOurs ? own : other).style.saved(as: bytes)
      style.otherText = (isOurs ? other : own).style.embedded?.text
      if own.workspace.isEmpty { style.layout = other.style.layout }
      bytes = try MergeCommand.written(own.workspace, style)
      let prefix = name.isEmpty ? "" : "program “\(name)”: "
      remarks += merge.remarks.map { prefix + $0 }
      conflicts += merge.conflicts.filter { !unreported.contains($0.message) }
        .map { prefix + MergeCommand.firstLine(of: $0.message) }
      unreported = []
      let new = style.saved(as: bytes)
      if makesCode, let code, new.embedded?.code != nil {
        do throws(CodeMaker.Failure) {
          if let made = try code.make(of: own.workspace, cache: ProgramCache()) {
            bytes = format.file(bytes, in: new, withCode: made)
          }
          continue
        } catch {
          conflicts.append("\(prefix)the code beside the blocks is old, as it can't be made: \(error)")
        }
      }
      if let state = format.codeState(of: own.workspace, style: new, cache: ProgramCache()), state == .unknown {
        remarks.append("\(prefix)\(state.sentence(app: format.container.app)): open it there")
      }
    }
  }

  /// One version of the file, parsed.
  private struct Version {
    var names: [String] = []
    var programs: [String: ReadFile] = [:]

    init(_ file: [UInt8], _ format: ContainerFormat, _ factory: BlockFactory) throws {
      if file.isEmpty { return }
      guard let found = format.programs(in: file) else { return }
      names = found.names
      // A damaged file has no programs: reading it throws the error.
      if names.isEmpty { _ = try format.read(file, ReadingContext(factory: factory, randomness: SystemNumbers())) }
      for name in names {
        var context = ReadingContext(factory: factory, randomness: SystemNumbers())
        context.programName = name.isEmpty ? nil : name
        programs[name] = try found.read(context)
      }
    }

    func surroundings(withoutCode: Bool) -> [UInt8] {
      names.first.flatMap { programs[$0]?.style.surroundings(withoutCode: withoutCode) } ?? []
    }

    /// The lines of the file's rest around the programs.
    var linesAround: [Substring] {
      names.first.flatMap { programs[$0]?.linesBehindProgram }?.map { $0.dropFirst("@behind ".count) } ?? []
    }

    func canMake(_ code: AppCode) -> Bool {
      programs.values.allSatisfy { code.canMake(of: $0.workspace) }
    }
  }
}
