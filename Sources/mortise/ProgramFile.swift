import BlockFormats
import BlockLibrary
import BlockModel
import Files
import Markup
import Workbench

/// Reads programs and block definitions for the commands.
enum ProgramFile {
  /// A factory that knows the stock blocks and those of `--blocks`; nil when one could not be read, which was said then.
  static func factory(_ arguments: Arguments) -> BlockFactory? {
    do throws(OpenError) { return try factory(blocks: arguments.values("--blocks")) } catch {
      Console.complain("\(error)")
      return nil
    }
  }

  /// A factory that knows the stock blocks and those of some files.
  /// - Throws: `OpenError` for the first file that can't be read.
  nonisolated static func factory(blocks paths: [String]) throws(OpenError) -> BlockFactory {
    let factory: BlockFactory
    do throws(MarkupError) { factory = try StockBlocks.factory() } catch {
      throw OpenError("the stock blocks are broken: \(error)")
    }
    do throws(DefinitionFileError) {
      try factory.load(fromJSONPaths: paths, messages: StockBlocks.messages)
    } catch {
      throw OpenError("\(error)")
    }
    return factory
  }

  /// The toolbox of a file, or the stock one.
  /// - Throws: `OpenError` when it can't be read.
  nonisolated static func toolbox(_ path: String?) throws(OpenError) -> Toolbox {
    let own = try path.map(bytes(at:))
    let messages = StockBlocks.messages
    do throws(MarkupError) {
      if let own { return try ToolboxReader.read(own, messages: messages) }
      return try ToolboxReader.readKnown(StockBlocks.toolbox, messages: messages)
    } catch {
      throw OpenError("\(path ?? "the stock toolbox"):\(error)")
    }
  }

  private nonisolated static func bytes(at path: String) throws(OpenError) -> [UInt8] {
    do throws(FileError) { return try FileReader.read(path).bytes } catch { throw OpenError("\(error)") }
  }

  /// The bytes of a file, or of standard input for `-`.
  static func bytes(of path: String) throws(FileError) -> [UInt8] {
    path == "-" ? try FileReader.readStandardInput() : try FileReader.read(path).bytes
  }

  /// How messages call a file.
  static func shownName(_ path: String) -> String { path == "-" ? "standard input" : path }
}
