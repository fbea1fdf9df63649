import BlockFormats
import Synchronization

/// The app's file that a program was read from, as a part of its style.
public struct ContainerStyle: Hashable, Sendable {
  /// The whole file, as it was read or written last.
  public let file: [UInt8]
  /// The programs found in it; nil if there are none.
  let content: ContainerContent?
  private let outline: KeptOutline

  init(file: [UInt8], content: ContainerContent?, outline: KeptOutline = KeptOutline()) {
    self.file = file
    self.content = content
    self.outline = outline
  }

  /// Returns the file's outline; nil if it has none.
  func outline(by container: any Container) -> [UInt8]? { outline.value { container.outline(of: file) } }

  init(finding file: [UInt8], by container: any Container) {
    self.init(file: file, content: try? container.content(of: file))
  }

  public static func == (left: ContainerStyle, right: ContainerStyle) -> Bool { left.file == right.file }

  public func hash(into hasher: inout Hasher) { hasher.combine(file.count) }
}

/// The outline of a file. Its programs share it, as making it takes time in proportion to the file's size.
final class KeptOutline: Sendable {
  private let outline = Mutex<[UInt8]??>(nil)

  func value(_ make: () -> [UInt8]?) -> [UInt8]? {
    outline.withLock { outline in
      if let outline { return outline }
      let made = make()
      outline = .some(made)
      return made
    }
  }
}

extension FileStyle {
  /// The kind of the app's file that the program is in; nil if the file is the program.
  public var container: (any Container)? { (format as? ContainerFormat)?.container }

  private var containerStyle: ContainerStyle? { details as? ContainerStyle }

  /// The whole file of the app, as it was read or written last; nil if the file is the program.
  public var containerFile: [UInt8]? { containerStyle?.file }

  /// The names of all programs in the app's file, in its order; empty if the file is the program.
  package var programNames: [String] { containerStyle?.content?.programs.map(\.name) ?? [] }

  /// The name of the first program in the app's file; nil if the file is the program.
  package var firstProgramName: String? { containerStyle?.content?.programs.first?.name }

  /// The rest of an app's file without its programs, if the file is not text itself: see `Container.outline(of:)`.
  package var outline: [UInt8]? { container.flatMap { containerStyle?.outline(by: $0) } }

  /// The program as it is in the app's file; nil if the file is the program.
  public var embedded: EmbeddedProgram? { found?.program }

  /// The program's place in the app's file; nil if the file is the program.
  var found: FoundProgram? { containerStyle?.content?.program(named: programName) }

  /// The rest of the app's file around the programs, without code that the app remakes: the file with empty programs,
  /// or an outline of it. Nil if the file is the program.
  public var surroundings: [UInt8]? { surroundings(withoutCode: container?.code == .remade) }

  /// The rest of the app's file around the programs; nil if the file is the program.
  /// - Parameter withoutCode: whether the code beside the programs is left out.
  package func surroundings(withoutCode: Bool) -> [UInt8]? {
    guard let container, var rest = containerFile, var content = containerStyle?.content else { return nil }
    if let outline { return outline }
    let count = content.programs.count
    for index in 0..<count {
      let isJSON = content.programs[index].text.first == UInt8(ascii: "{")
      rest = content.file(
        replacing: index, with: Array((isJSON ? "{}" : "<xml></xml>").utf8),
        code: withoutCode && content.programs[index].code != nil ? [] : nil)
      // A file with an empty program may no longer be recognised as the app's.
      guard index + 1 < count, let next = try? container.content(of: rest), next.programs.count == count else { break }
      content = next
    }
    return rest
  }

  /// The style of a program that was saved.
  /// - Parameter file: the whole file.
  package func saved(as file: [UInt8]) -> FileStyle {
    guard let container else { return self }
    var style = self
    style.details = ContainerStyle(finding: file, by: container)
    return style
  }

  /// Puts a written program into the current version of its file, as the rest of the file may have changed.
  /// - Parameters:
  ///   - written: the whole file, as it was written in this style.
  ///   - file: the file as it is now.
  ///   - isOwn: whether the program in it is known to be the one that was read or saved last.
  /// - Returns: nil if the file is the program, or the program in the file has changed.
  package func rebased(_ written: [UInt8], onto file: [UInt8], isOwn: Bool) -> [UInt8]? {
    guard let container, let old = embedded, let new = container.program(named: programName, in: written)?.program,
      let now = container.program(named: programName, in: file),
      isOwn || now.program.text == old.text && now.program.code == old.code
    else { return nil }
    return now.content.file(replacing: now.index, with: new.text, code: new.code == old.code ? nil : new.code)
  }
}

/// A program, and its place in a file.
struct FoundProgram {
  let content: ContainerContent
  let index: Int
  var program: EmbeddedProgram { content.programs[index] }
}

extension ContainerContent {
  /// Finds a program; nil if it doesn't exist.
  /// - Parameter name: its name; nil for the only program.
  func program(named name: String?) -> FoundProgram? {
    index(of: name ?? "").map { FoundProgram(content: self, index: $0) }
  }
}

extension Container {
  /// Finds a program in a file; nil if it doesn't exist.
  /// - Parameter name: its name; nil for the only program.
  func program(named name: String?, in file: [UInt8]) -> FoundProgram? {
    (try? content(of: file))?.program(named: name)
  }
}
