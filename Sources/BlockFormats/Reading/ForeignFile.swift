import Markup

/// Recognises files of apps whose programs Mortise can't open, by their content.
enum ForeignFile {
  /// Returns a message on why a file that isn't a Blockly program can't be opened, and what to do; nil for an unknown
  /// file.
  static func reason(of file: [UInt8]) -> String? {
    let start = file.prefix(startLength)
    if start.starts(with: [0x50, 0x4B, 0x03, 0x04]) {
      return start.contains(text: "project.json") ? scratch : nil
    }
    if start.contains(text: "snap.berkeley.edu") {
      return "this is a Snap! file, whose blocks aren't Blockly's; open it in Snap!"
    }
    if file[...].contains(text: "<start_blocks>") || start.contains(text: "level_num") {
      return "this is a code.org level, which holds several programs; save the <xml> in its <start_blocks> as a file"
    }
    if file[...].contains(text: "\"targets\""), file[...].contains(text: "\"semver\"") { return scratch }
    if file[...].contains(text: "\"pxt.json\"") {
      return "this JSON holds the files of a MakeCode project; save the project as .mkcd in MakeCode, "
        + "or its main.blocks as a file"
    }
    return nil
  }

  private static let scratch = "this is a Scratch project, whose blocks aren't Blockly's; open it in Scratch"
  /// The number of bytes that include the name of an archive's first file, or the name of the app in XML.
  private static let startLength = 4096
}
