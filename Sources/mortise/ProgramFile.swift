import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import Workbench

/// Reads programs and block definitions for the commands.
enum ProgramFile {
  /// A factory that knows the stock blocks and those of `--blocks`; nil when one could not be read, which was said then.
  static func factory(_ arguments: Arguments) -> BlockFactory? {
    guard let factory = stockFactory() else { return nil }
    for path in arguments.values("--blocks") {
      do {
        try factory.load(json: try FileReader.read(path).bytes, messages: StockBlocks.messages)
      } catch let error as MarkupError {
        Console.complain("\(path):\(error)")
        return nil
      } catch {
        Console.complain("\(error)")
        return nil
      }
    }
    return factory
  }

  private static func stockFactory() -> BlockFactory? {
    do throws(MarkupError) { return try StockBlocks.factory() } catch {
      Console.complain("the stock blocks are broken: \(error)")
      return nil
    }
  }

  /// The bytes of a file, or of standard input for `-`.
  static func bytes(of path: String) throws(FileError) -> [UInt8] {
    path == "-" ? try FileReader.readStandardInput() : try FileReader.read(path).bytes
  }

  /// How messages call a file.
  static func shownName(_ path: String) -> String { path == "-" ? "standard input" : path }
}
