import BlockFormats

/// What a program in an app's file keeps of the file.
public struct ContainerStyle: Hashable, Sendable {
  /// The whole file, as it was read or written last.
  public var file: [UInt8]
}

extension FileStyle {
  /// The app's file that the program is in; nil if the file is the program.
  public var container: (any Container)? { (format as? ContainerFormat)?.container }

  /// The whole file of the app, as it was read or written last; nil if the file is the program.
  public var containerFile: [UInt8]? { (details as? ContainerStyle)?.file }

  /// The program as it is in the app's file; nil if the file is the program.
  public var embedded: EmbeddedProgram? {
    guard let container, let file = containerFile else { return nil }
    return container.program(named: programName, in: file)?.program
  }

  /// The app's file with empty programs, and without code that the app makes anew; nil if the file is the program.
  public var surroundings: [UInt8]? { surroundings(withoutCode: container?.code == .remade) }

  /// The app's file with empty programs; nil if the file is the program.
  /// - Parameter withoutCode: whether the code beside the programs is left out.
  package func surroundings(withoutCode: Bool) -> [UInt8]? {
    guard let container, let file = containerFile, let count = (try? container.content(of: file))?.programs.count
    else { return nil }
    var rest = file
    for index in 0..<count {
      // What an empty program is in may be no file of the app's any more.
      guard let content = try? container.content(of: rest), content.programs.count == count else { break }
      rest = content.file(
        replacing: index, with: Array("<xml></xml>".utf8),
        code: withoutCode && content.programs[index].code != nil ? [] : nil)
    }
    return rest
  }
}

extension Container {
  /// Finds a program in a file; nil if it isn't there.
  /// - Parameter name: its name; nil for the only program.
  func program(
    named name: String?, in file: [UInt8]
  ) -> (content: ContainerContent, index: Int, program: EmbeddedProgram)? {
    guard let content = try? content(of: file),
      let index = content.programs.firstIndex(where: { $0.name == name ?? "" })
    else { return nil }
    return (content, index, content.programs[index])
  }
}
