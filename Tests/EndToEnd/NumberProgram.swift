import FileTesting

/// A program in its own folder that contains only the number 1.
struct NumberProgram {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("n.xml")
    try Tool.write(Self.text(1), to: path)
  }

  /// The file's text with another number.
  static func text(_ number: Int) -> String {
    """
    <xml xmlns="https://developers.google.com/blockly/xml">
      <block type="math_number" id="n" x="16" y="32">
        <field name="NUM">\(number)</field>
      </block>
    </xml>

    """
  }
}
