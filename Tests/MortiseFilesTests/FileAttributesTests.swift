import CFiles
import FileTesting
import Glibc
import Testing

@testable import MortiseFiles

/// Owner, mode, ACL and other extended attributes on saving. The temporary folder may have none: then nothing is tested.
@Suite struct FileAttributesTests {
  private let folder: TemporaryFolder
  private let path: String

  private static let access = "system.posix_acl_access"
  private static let standard = "system.posix_acl_default"

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("program.xml")
  }

  /// An ACL's entries: tag, rights, id.
  private static func acl(_ entries: [(UInt16, UInt16, UInt32)]) -> [UInt8] {
    var bytes: [UInt8] = [2, 0, 0, 0]
    for (tag, rights, id) in entries {
      bytes += withUnsafeBytes(of: tag.littleEndian) { Array($0) }
      bytes += withUnsafeBytes(of: rights.littleEndian) { Array($0) }
      bytes += withUnsafeBytes(of: id.littleEndian) { Array($0) }
    }
    return bytes
  }

  /// `user::rw- user:1234:rw- group::--- mask::rw- other::---`
  private static let onlyOneMore = acl([
    (1, 6, .max), (2, 6, 1234), (4, 0, .max), (16, 6, .max), (32, 0, .max),
  ])

  private func set(_ name: String, _ value: [UInt8], of path: String) -> Bool {
    setxattr(path, name, value, value.count, 0) == 0
  }

  private func value(_ name: String, of path: String) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1000)
    let count = getxattr(path, name, &buffer, buffer.count)
    return count < 0 ? nil : Array(buffer[..<count])
  }

  @Test func anACLAndExtendedAttributesAreKept() throws {
    try FileSaver.save([1], to: path)
    guard set(Self.access, Self.onlyOneMore, of: path), set("user.note", [7, 8], of: path) else { return }
    try FileSaver.save([2], to: path)
    #expect(value(Self.access, of: path) == Self.onlyOneMore)
    #expect(value("user.note", of: path) == [7, 8])
    #expect(TemporaryFolder.mode(path) == 0o660)
    #expect(try FileReader.read(path).bytes == [2])
  }

  @Test func theFoldersDefaultACLDoesNotCount() throws {
    try FileSaver.save([1], to: path)
    chmod(path, 0o640)
    guard set(Self.standard, Self.onlyOneMore, of: folder.path) else { return }
    try FileSaver.save([2], to: path)
    #expect(value(Self.access, of: path) == nil)
    #expect(TemporaryFolder.mode(path) == 0o640)
    // But for a new file it does.
    try FileSaver.save([1], to: folder.file("new.xml"))
    #expect(value(Self.access, of: folder.file("new.xml")) == Self.onlyOneMore)
  }

  /// The system refuses the group -1: it stands for any that the user isn't in.
  @Test func aLostGroupGivesNobodyMore() throws {
    try FileSaver.save([1], to: path)
    for (mode, expected) in [(0o660, 0o600), (0o664, 0o644), (0o604, 0o600), (0o2755, 0o755)] as [(mode_t, mode_t)] {
      chmod(path, mode)
      var old = TemporaryFolder.status(path)
      old.st_gid = .max
      let copy = folder.file("copy \(mode)")
      let file = try FileSystem.open(copy, O_WRONLY | O_CREAT, mode: 0o600)
      try FileAttributes(of: path, old).give(to: file)
      #expect(TemporaryFolder.mode(copy) == expected, "\(String(mode, radix: 8))")
    }
  }

  @Test func anACLOfALostGroupIsReplacedByNoRights() throws {
    try FileSaver.save([1], to: path)
    guard set(Self.access, Self.onlyOneMore, of: path) else { return }
    var old = TemporaryFolder.status(path)
    old.st_gid = .max
    let copy = folder.file("copy")
    try FileAttributes(of: path, old).give(to: try FileSystem.open(copy, O_WRONLY | O_CREAT, mode: 0o600))
    #expect(TemporaryFolder.mode(copy) == 0o600)
    #expect(value(Self.access, of: copy) == nil)
  }
}
