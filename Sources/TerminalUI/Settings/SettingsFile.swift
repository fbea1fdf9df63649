import MortiseFiles
import Synchronization

/// The user's settings file, which the editor changes.
public nonisolated struct SettingsFile: Sendable {
  /// Its name, for messages.
  let name: String
  private let read: @Sendable () throws(FileError) -> [UInt8]
  private let write: @Sendable ([UInt8]) throws(FileError) -> Void

  private static let lock = Mutex(())

  /// - Parameters:
  ///   - name: its name, for messages.
  ///   - read: reads the file; where there is none, returns what it begins with.
  ///   - write: writes the file in one step.
  public init(
    name: String, read: @escaping @Sendable () throws(FileError) -> [UInt8],
    write: @escaping @Sendable ([UInt8]) throws(FileError) -> Void
  ) {
    (self.name, self.read, self.write) = (name, read, write)
  }

  /// Changes a setting; everything else in the file stays as it is.
  /// - Throws: an error that says why nothing was changed.
  func set(_ setting: String, to value: String) throws {
    // Of two changes, the second must read what the first has written.
    try Self.lock.withLock { _ in
      let bytes = try read()
      let text: SettingsText
      do throws(SettingsTextError) { text = try SettingsText(bytes) } catch {
        throw SettingsTextError(description: "\(name):\(error)")
      }
      try write(text.setting(setting, to: value))
    }
  }
}
