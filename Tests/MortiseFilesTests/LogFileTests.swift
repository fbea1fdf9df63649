import FileTesting
import Glibc
import Testing

@testable import MortiseFiles

/// Lines written to a UNIX socket.
@MainActor @Suite struct LogFileTests {
  private let folder: TemporaryFolder
  private let path: String
  private static let kind = LogKind(name: "a log") { $0.hasPrefix("log") }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("socket")
  }

  /// Listens at the path.
  private func listener() throws -> FileDescriptor {
    let listener = FileDescriptor(number: socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0))
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let outcome = withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener.number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(outcome == 0 && listen(listener.number, 1) == 0)
    return listener
  }

  private func text(from reader: borrowing FileDescriptor) throws -> String {
    String(decoding: try reader.readAll(expected: 0, limit: 1 << 20) ?? [], as: UTF8.self)
  }

  @Test func aSocketReceivesTheLines() throws {
    let listener = try listener()
    let reader: FileDescriptor
    do {
      let log = try LogFile(path, Self.kind)
      log.write("one")
      log.write("two\nlines")
      log.write("three\r\nlines")
      reader = FileDescriptor(number: accept(listener.number, nil, nil))
      #expect(log.finish(atMost: .seconds(20)) == nil)
    }
    #expect(try text(from: reader) == "one\ntwo\\nlines\nthree\r\\nlines\n")
  }

  @Test func aStalledReaderBlocksNothing() throws {
    let listener = try listener()
    let log = try LogFile(path, Self.kind, bufferLimit: 1 << 16)
    let line = String(repeating: "x", count: 1 << 14)
    for _ in 1...100 { log.write(line) }
    let problem = log.finish(atMost: .milliseconds(10))
    #expect(problem?.hasPrefix("can't save \(path): its reader was too slow; the last ") == true)
    withExtendedLifetime(listener.number) {}
  }

  @Test func aSocketWithoutAListenerIsReported() throws {
    do { _ = try listener() }
    let error = #expect(throws: FileError.self) { _ = try LogFile(path, Self.kind) }
    #expect(error?.description == "can't save \(path): Connection refused")
  }
}
