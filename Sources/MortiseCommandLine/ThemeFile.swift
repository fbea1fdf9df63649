import Markup
import MortiseFiles
import MortiseTerminal
import TerminalUI
import Workbench

/// Reads the theme of `--theme`.
enum ThemeFile {
  static let option = Option(
    "--theme", value: "NAME|FILE",
    values: PossibleValues(words: ThemeColors.names, extensions: PossibleValues.jsonFile.extensions),
    help: "colours: \(ThemeColors.names.joined(separator: ", ")), or a file")

  /// The theme that suits the terminal's background.
  static var suitingColors: ThemeColors {
    .suiting(isLight: TerminalBackground.isLight ?? KnownBackground.isLight ?? false)
  }

  /// Returns a theme.
  /// - Parameter name: a stock theme's name, or a JSON file; nil for the one that suits the terminal's background.
  /// - Throws: `OpenError` if there is no such theme, or its file has a mistake.
  static func colors(_ name: String?) throws(OpenError) -> ThemeColors {
    guard let name else { return suitingColors }
    if let known = ThemeColors.named(name) { return known }
    guard name.hasSuffix(".json") else {
      let known = ThemeColors.names.joined(separator: ", ")
      throw OpenError("unknown theme “\(name)”; known are \(known), and files that end in .json")
    }
    let json: [UInt8]
    do throws(FileError) { json = try FileReader.read(name).bytes } catch { throw OpenError("\(error)") }
    do { return try ThemeColors(json: json) } catch let error as MarkupError {
      throw OpenError("\(name):\(error)")
    } catch {
      throw OpenError("\(name): \(error)")
    }
  }
}
