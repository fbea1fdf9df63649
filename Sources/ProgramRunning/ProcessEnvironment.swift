import Glibc
import MortiseFiles

/// The parts of this process's environment that programs get.
package enum ProcessEnvironment {
  /// Returns the entries `NAME=VALUE` that begin with one of some texts. Not every value is UTF-8.
  package static func entries(beginningWith beginnings: [String]) -> [[UInt8]] {
    let beginnings = beginnings.map { Array($0.utf8) }
    var result: [[UInt8]] = []
    var next = environ
    while let entry = next.pointee {
      let bytes = Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry)))
      if beginnings.contains(where: { bytes.starts(with: $0) }) { result.append(bytes) }
      next += 1
    }
    return result
  }

  /// The folders of the environment variable PATH.
  package static var searchPath: String { getenv("PATH").map { String(cString: $0) } ?? "" }

  /// Returns the path of the first executable with a name.
  /// - Parameter searchPath: folders separated by colons. Relative ones are ignored.
  package static func executable(_ name: String, in searchPath: String) -> String? {
    searchPath.split(separator: ":").filter { $0.hasPrefix("/") }.map { "\($0)/\(name)" }.first {
      (try? FileSystem.access($0, X_OK)) != nil
    }
  }
}
