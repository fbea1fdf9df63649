import BlockFormats
import BlockNotation

/// The desktop's descriptions of the files that Mortise opens.
enum BlocklyFiles {
  /// The extension that some Blockly apps give to XML.
  static let otherXMLExtension = "blk"

  static let xmlType = "application/x-blockly+xml"
  static let textType = "text/x-blocktext"

  /// The types of files that Mortise opens. Blockly's JSON can't be distinguished from other JSON, nor XML without
  /// Blockly's namespace from other XML, so Mortise is offered for all.
  static let types = [xmlType, textType, "application/xml", "application/json"]

  /// The definitions of Mortise's own types, in the format of the Shared MIME-info Database specification.
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

  /// The desktop entry of the editor, in the format of the Desktop Entry Specification.
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
