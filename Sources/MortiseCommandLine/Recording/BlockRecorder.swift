import BlockFormats
import BlockLibrary
import BlockModel
import BlockResources
import Glibc
import Markup
import MortiseFiles
import ProgramRunning

/// Records the shapes of an app's blocks: node runs the app's own definitions, with stand-ins for Blockly. Its output
/// is untrusted, and is checked as it is read.
struct BlockRecorder {
  /// The app's folder.
  let folder: String
  /// The code of the language of the blocks' texts.
  let language: String
  /// Blockly's own messages in that language.
  let messages: MessageTable
  let sandbox: Sandbox

  /// The time limit of the whole recording.
  private static let timeLimit = Duration.seconds(120)
  /// The maximum processor time for a file or a block, in milliseconds.
  private static let patience = 2000.0
  /// The maximum memory of the app's code, in bytes.
  private static let memory = 256.0 * 1_048_576
  /// The maximum number of types to record.
  private static let mostTypes = 20_000

  /// The reason why nothing was recorded, in one line.
  struct Failure: Error { var message: String }

  /// The same recorder without a sandbox.
  func unconfined(node: String) -> BlockRecorder {
    BlockRecorder(
      folder: folder, language: language, messages: messages, sandbox: Sandbox(node: node, folder: folder))
  }

  /// Runs the app's definitions.
  func record() throws(Failure) -> RecordedBlocks {
    let process: ChildProcess
    do throws(ChildProcess.Failure) {
      process = try ChildProcess(
        sandbox.command[0], Array(sandbox.command.dropFirst()), environment: [Array("PATH=/usr/bin:/bin".utf8)],
        // The process writes nothing while it runs code that it is about to give up on.
        timeLimit: Self.timeLimit)
    } catch {
      throw Failure(message: Self.message(of: error))
    }
    process.send(script)
    process.endInput()
    return try read(process)
  }

  private func read(_ process: ChildProcess) throws(Failure) -> RecordedBlocks {
    var result = RecordedBlocks(stock: try? StockBlocks.factory(messages: messages))
    let end = ContinuousClock.now + Self.timeLimit
    do throws(ChildProcess.Failure) {
      while let line = try process.readLine() {
        if .now > end { throw .tooSlow }
        guard let json = try? JSONParser.parse(line) else { continue }
        if let files = json["files"] {
          result.takeDefiningFiles(Set(files.elements.compactMap(\.string)))
          return result
        }
        if result.types.count < Self.mostTypes { result.take(json) }
      }
      _ = try process.finish()
    } catch {
      throw Failure(message: Self.message(of: error))
    }
    // Its error output says why it ended early.
    let words = String(decoding: process.errorText, as: UTF8.self).split(separator: "\n").first
    throw Failure(message: words.map(String.init) ?? Self.message(of: .ended))
  }

  private static func message(of failure: ChildProcess.Failure) -> String {
    switch failure {
    case .notStarted(let code): "node can't be started: \(String(cString: strerror(code)))"
    case .tooSlow: "recording took longer than \(timeLimit.components.seconds) s"
    case .tooMuch: "a recorded line is too long"
    case .ended: "node ended early"
    }
  }

  // MARK: - The script

  /// The input of node: the request, and our scripts.
  private var script: [UInt8] {
    var request = JSONWriter()
    request.object(nil) { json in
      json.member("folder", sandbox.appFolder)
      json.member("language", language)
      json.object("messages") { json in
        for (name, text) in messages.texts.sorted(by: { $0.key < $1.key }) { json.member(name, text) }
      }
      json.member("stockTypes", (try? StockBlocks.factory(messages: messages).definedTypes) ?? [])
      json.member("patience", Self.patience)
      json.member("memory", Self.memory)
    }
    var parts = JSONWriter()
    parts.object(nil) { json in
      for part in EmbeddedFiles.recorderParts { json.member(part.name, String(decoding: part.script, as: UTF8.self)) }
    }
    return Array("const request = ".utf8) + request.bytes + Array(";\nconst parts = ".utf8) + parts.bytes
      + Array(";\n".utf8) + EmbeddedFiles.recorder
  }
}
