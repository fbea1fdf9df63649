import Glibc
import MortiseFiles

/// The password of a Redis server, read from a file.
public struct RedisPassword: Sendable {
  let text: String

  private static let sizeLimit = 4096

  /// Reads the file's first line.
  /// - Throws: `FileError` if it can't be read; `RedisError` if all users can read it, or it is empty.
  public init(file path: String) throws {
    let bytes = try FileReader.read(path, limit: Self.sizeLimit).bytes
    if let status = try? FileSystem.status(of: path), status.st_mode & S_IROTH != 0 {
      throw RedisError("\(path): others can read this password; ‘chmod 600’ it")
    }
    let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
    if line.isEmpty { throw RedisError("\(path): the first line, which should be the password, is empty") }
    text = String(decoding: line, as: UTF8.self)
  }
}
