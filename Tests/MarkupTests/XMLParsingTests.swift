import Markup
import Testing

@Suite struct XMLParsingTests {
  /// Broken texts and their error messages.
  static let failures: [(text: String, message: String)] = [
    ("", "1:1: the file contains no XML element"),
    ("<a>\n <b>\n</a>", "3:3: the end tag doesn't close <b>, which is open here"),
    ("<a>\n <b>", "2:5: the text ends before <b> is closed"),
    ("<a>1 < 2</a>", "1:7: this isn't well-formed XML; write a stray < or & as &lt; or &amp;"),
    ("<a x='1' x='2'/>", "1:10: duplicate attribute in this tag"),
    ("<a\u{1}/>", "1:3: a control character (0x1) isn't allowed in XML"),
    ("<a>&nbsp;</a>", "1:4: unknown entity; only XML's predefined ones work"),
    ("<a/><b/>", "1:5: there is more text after the end of the root element"),
    ("<a><!-- x", "1:4: the text ends inside a tag, a comment or a reference"),
    (
      "<?xml version=\"1.0\" encoding=\"KOI8-R\"?><a/>",
      "1:31: the file declares an unknown encoding; save it as UTF-8"
    ),
  ]

  @Test(arguments: failures) func errorsAreReported(failure: (text: String, message: String)) {
    let error = #expect(throws: MarkupError.self) { try XMLParser.parse(failure.text) }
    #expect(error?.description == failure.message)
  }

  @Test(arguments: [
    "<!DOCTYPE xml><xml/>",
    "<!DOCTYPE xml SYSTEM \"file:///etc/passwd\"><xml/>",
    "<!DOCTYPE x [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><xml>&e;</xml>",
    "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><xml>&b;</xml>",
  ])
  func documentTypesAreRefused(text: String) {
    let error = #expect(throws: MarkupError.self) { try XMLParser.parse(text) }
    #expect(error?.cause == "a document type (<!DOCTYPE …>) is not allowed; remove it")
  }

  @Test func invalidUTF8IsReported() {
    let bytes = Array("<a>\n<b x=\"ä".utf8) + [0xFF] + Array("\"/></a>".utf8)
    let error = #expect(throws: MarkupError.self) { try XMLParser.parse(bytes) }
    #expect(error?.description == "2:8: the text is not valid UTF-8 (byte 0xFF)")
  }

  @Test func textIsReadInEveryForm() throws {
    let element = try XMLParser.parse("<a>x <![CDATA[<&>]]><!-- no --><?what ever?>&amp;&#65;</a>")
    #expect(element.text == "x <&>&A")
  }

  @Test func everyPrefixIsAnErrorOrAnElement() {
    let text = Array("<?xml version=\"1.0\"?><a b=\"ä&amp;\"><!-- c --><d><![CDATA[x]]></d>&#x41;</a>\n".utf8)
    for end in text.indices {
      _ = try? XMLParser.parse(Array(text[..<end]))
    }
    #expect(throws: Never.self) { try XMLParser.parse(text) }
  }

  /// Recurring strings are created once, and told apart by their bytes at any place.
  @Test func similarNamesAndTextsStayDistinct() throws {
    var texts: [String] = []
    for length in 1...45 {
      for place in 0..<length {
        texts.append(String(repeating: "x", count: place) + "y" + String(repeating: "x", count: length - place - 1))
      }
    }
    let elements = (texts + texts.reversed()).map { "<\($0) \($0)=\"\($0)\">\($0)</\($0)>" }
    let root = try XMLParser.parse("<a>\(elements.joined())</a>")
    for (element, text) in zip(root.elements, texts + texts.reversed()) {
      #expect(element.name == text && element.text == text && Array(element.attributes) == [XMLAttribute(text, text)])
    }
    #expect(root.size == 1 + 4 * texts.count)
  }

  @Test func aPrefixIsNoPartOfTheName() throws {
    let root = try XMLParser.parse("<a x=\"p:b\" p:b=\"\">p:b<p:b><c/></p:b><b/><p:b/></a>")
    #expect(root.elements.map(\.name) == ["b", "b", "b"])
    #expect(root.elements.map(\.qualifiedName) == ["p:b", "b", "p:b"])
    #expect(root.elements.map(\.hasElements) == [true, false, false])
    #expect(root[attribute: "p:b"] == "" && root[attribute: "b"] == nil && root.text == "p:b")
  }

  @Test func deepTextIsReadCopiedAndWritten() throws {
    let depth = 200_000
    let text = String(repeating: "<a>", count: depth) + "x" + String(repeating: "</a>", count: depth)
    let element = try XMLParser.parse(text)
    #expect(element.detached == element)
    #expect(element.xmlText() == text)
  }
}
