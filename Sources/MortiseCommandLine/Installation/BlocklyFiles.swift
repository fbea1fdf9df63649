import BlockFormats
import BlockNotation

/// How desktops recognise the files that Mortise opens.
enum BlocklyFiles {
  /// The extension that some Blockly apps give to XML.
  static let otherXMLExtension = "blk"

  static let xmlType = "application/x-blockly+xml"
  static let textType = "text/x-blocktext"

  /// The types of files that Mortise opens. Blockly's JSON can't be told from any other, nor can XML of the time before
  /// Blockly's namespace, so Mortise is offered for all.
  static let types = [xmlType, textType, "application/xml", "application/json"]

  /// The definitions of the types that are Mortise's own, as the Shared MIME-info Database specification says.
  static var typeDefinitions: String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
      <mime-type type="\(xmlType)">
        <comment>Blockly program</comment>
        <sub-class-of type="application/xml"/>
        <root-XML namespaceURI="\(ProgramStyle.blocklyNamespace)" localName="xml"/>
        <glob pattern="*.\(otherXMLExtension)"/>
      </mime-type>
      <mime-type type="\(textType)">
        <comment>Blockly program as text</comment>
        <sub-class-of type="text/plain"/>
        <glob pattern="*.\(TextFormat().fileExtension)"/>
      </mime-type>
    </mime-info>

    """
  }

  /// The desktop entry of the editor, as the Desktop Entry Specification says.
  static var desktopEntry: String {
    """
    [Desktop Entry]
    Type=Application
    Name=Mortise
    GenericName=Block Editor
    Comment=\(MortiseApp.current.purpose.prefix(1).uppercased() + MortiseApp.current.purpose.dropFirst())
    Exec=\(MortiseApp.current.name) %F
    Terminal=true
    MimeType=\(types.map { $0 + ";" }.joined())
    Categories=Development;ConsoleOnly;
    Keywords=Blockly;blocks;

    """
  }
}
