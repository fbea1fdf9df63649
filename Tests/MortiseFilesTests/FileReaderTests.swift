import FileTesting
import Glibc
import MortiseFiles
import Testing

@Suite struct FileReaderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cause(_ path: String) -> FileError.Cause? {
    do throws(FileError) {
      _ = try FileReader.read(path)
      return nil
    } catch {
      return error.cause
    }
  }

  @Test func unreadableFilesAreReported() throws {
    #expect(cause(folder.file("none")) == .missing)
    #expect(cause(folder.path) == .isFolder)
    #expect(cause("/dev/null") == .notRegular)
    let pipe = folder.file("pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(cause(pipe) == .notRegular)
    let loop = folder.file("loop")
    #expect(symlink(loop, loop) == 0)
    #expect(cause(loop) == .tooManyLinks)
    #expect(cause(folder.file(String(repeating: "x", count: 300))) == .nameTooLong)
    let error = #expect(throws: FileError.self) { try FileReader.read("/nowhere/x.xml") }
    #expect(error?.description == "can't read /nowhere/x.xml: there is no such file")
  }

  @Test func filesThatAreTooLargeAreNotRead() throws {
    let path = folder.file("large")
    try FileSaver.save([], to: path)
    #expect(truncate(path, (1 << 30) + 1) == 0)
    #expect(cause(path) == .tooLarge(size: (1 << 30) + 1, limit: 1 << 30))
  }

  @Test func savedBytesAreReadBack() throws {
    let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let path = folder.file("a.xml")
    let stamp = try FileSaver.save(bytes, to: path)
    let content = try FileReader.read(path)
    #expect(content.bytes == bytes)
    #expect(content.stamp == stamp)
  }
}
