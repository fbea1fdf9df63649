import FileTesting

/// A program in a folder of its own that holds nothing but a number, 1.
struct NumberProgram {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("n.xml")
    try Tool.write(Self.text(1), to: path)
  }

  /// What its file holds with another number.
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
