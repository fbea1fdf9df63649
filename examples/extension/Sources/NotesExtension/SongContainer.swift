import ProgramContainers

/// The files of another app: the text of a song, then the program that plays it. Saving keeps the text.
nonisolated struct SongContainer: Container {
  let name = "song"
  let app = "Songbook"
  let fileExtensions = ["song"]
  let code = EmbeddedCodeUse.absent

  func content(of file: [UInt8]) -> ContainerContent? {
    guard let start = file.firstRange(of: Array("\n<xml".utf8)).map({ $0.lowerBound + 1 }) else { return nil }
    let program = EmbeddedProgram(text: Array(file[start...]), start: start, isVerbatim: true)
    return ContainerContent([program]) { _, program, _ in file[..<start] + program }
  }
}
