import CFiles
import Glibc

/// The attributes of a file besides its content: owner, mode, ACL and other extended attributes. Applying them to the
/// file's replacement never widens access.
nonisolated struct FileAttributes {
  private let status: stat
  private let extended: [(name: [UInt8], value: [UInt8])]
  /// Whether the file may have an ACL that could not be read.
  private let mayLackACL: Bool

  private static let acl = Array("system.posix_acl_access".utf8)
  /// Attributes that the system computes from the content. They don't fit other content.
  private static let ofContent = ["security.ima", "security.evm", "security.capability"].map { Array($0.utf8) }
  private static let modeBits: mode_t = 0o7777

  /// Reads the attributes of a file.
  init(of path: String, _ status: stat) {
    self.status = status
    let names = (try? FileSystem.attributeNames(of: path)) ?? []
    var extended: [(name: [UInt8], value: [UInt8])] = []
    for name in names where name != Self.acl && !Self.ofContent.contains(name) {
      if let value = try? FileSystem.attribute(name, of: path) { extended.append((name, value)) }
    }
    do throws(SystemError) {
      extended.append((Self.acl, try FileSystem.attribute(Self.acl, of: path)))
      mayLackACL = false
    } catch {
      mayLackACL = ![ENODATA, ENOTSUP, EOPNOTSUPP].contains(error.code)
    }
    self.extended = extended
  }

  /// Applies the attributes to a new file that only its owner may read or write so far.
  func give(to file: borrowing FileDescriptor) throws(SystemError) {
    // Only root may change the owner, but the group can be kept if the user belongs to it.
    if fchown(file.number, status.st_uid, status.st_gid) != 0 { fchown(file.number, uid_t.max, status.st_gid) }
    let new = try file.status()
    let keepsGroup = new.st_gid == status.st_gid
    var hasACL = false
    var isPrivate = mayLackACL
    for (name, value) in extended {
      let isACL = name == Self.acl
      // The ACL's entry for the owning group would apply to a different group.
      let isGiven = (!isACL || keepsGroup) && Self.set(name, value, of: file)
      if isACL { (hasACL, isPrivate) = (isGiven, !isGiven) }
    }
    // The folder may have given the file a default ACL, which the mode would bring into force.
    if !hasACL, !Self.removeACL(of: file) { isPrivate = true }

    var mode = status.st_mode & Self.modeBits
    if new.st_uid != status.st_uid { mode &= ~S_ISUID }
    if !keepsGroup {
      // Members of the old group now count as others, and others may be in the new group: both get the common rights.
      let common = mode >> 3 & mode & 0o7
      mode = mode & ~(S_ISGID | 0o77) | common << 3 | common
    }
    if isPrivate { mode &= ~0o77 }
    _ = try SystemError.check { fchmod(file.number, mode) }
  }

  private static func set(_ name: [UInt8], _ value: [UInt8], of file: borrowing FileDescriptor) -> Bool {
    fsetxattr(file.number, name.map { CChar(bitPattern: $0) } + [0], value, value.count, 0) == 0
  }

  /// - Returns: false if the file may still have an ACL.
  private static func removeACL(of file: borrowing FileDescriptor) -> Bool {
    fremovexattr(file.number, acl.map { CChar(bitPattern: $0) } + [0]) == 0
      || [ENODATA, ENOTSUP, EOPNOTSUPP].contains(errno)
  }
}
