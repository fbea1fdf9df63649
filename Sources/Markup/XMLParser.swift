import CExpat
import EventQueues
import Glibc

/// Reads XML with expat, at any depth. Rejects document types, and thus custom and external entities: no Blockly file
/// needs them, and they let a small file expand without bound.
public enum XMLParser {
  /// Parses a whole document. White space between elements is dropped; an element's text is kept unchanged.
  /// - Parameters:
  ///   - encoding: the encoding of the bytes, which overrides the declared one; nil to use the declared one.
  ///   - allowsMore: whether anything may follow the root. It is not read.
  /// - Throws: `MarkupError` with the line and column of the first error.
  public static func parse(
    _ bytes: [UInt8], encoding: TextEncoding? = nil, allowsMore: Bool = false
  ) throws(MarkupError) -> XMLElement {
    let session = try run(bytes, encoding, allowsMore: allowsMore)
    if session.isFinished { return session.builder.finish() }
    guard session.mayHaveMetForbiddenCharacter, let replaced = XMLForbiddenCharacters(in: bytes) else {
      throw session.fault(in: bytes)
    }
    let second = try run(replaced.bytes, encoding, replaced, allowsMore: allowsMore)
    guard second.isFinished else { throw second.fault(in: bytes) }
    return second.builder.finish()
  }

  private static func run(
    _ bytes: [UInt8], _ encoding: TextEncoding?, _ forbidden: XMLForbiddenCharacters? = nil, allowsMore: Bool
  ) throws(MarkupError) -> Session {
    guard let parser = XML_ParserCreate(encoding?.rawValue) else {
      throw .outOfMemory
    }
    let session = Session(parser: parser, forbidden: forbidden, allowsMore: allowsMore, byteCount: bytes.count)
    withExtendedLifetime(session) {
      XML_SetUserData(parser, Unmanaged.passUnretained(session).toOpaque())
      XML_SetElementHandler(
        parser, { data, name, attributes in Session.with(data) { $0.begin(name: name, attributes: attributes) } },
        { data, _ in Session.with(data) { $0.end() } })
      XML_SetCharacterDataHandler(parser) { data, text, count in
        Session.with(data) { $0.append(text: text, count: Int(count)) }
      }
      XML_SetCommentHandler(parser) { Session.of($0)?.comment($1) }
      XML_SetProcessingInstructionHandler(parser) { Session.of($0)?.instruction(target: $1, data: $2) }
      XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, _ in Session.of(data)?.refuseDocumentType() }
    }
    session.isFinished = bytes.withUnsafeBytes { buffer in
      // expat takes lengths as Int32.
      var rest = buffer[...]
      var status = XML_STATUS_OK
      repeat {
        let part = rest.prefix(1 << 28)
        rest = rest.dropFirst(part.count)
        let base = UnsafeRawBufferPointer(rebasing: part).baseAddress?.assumingMemoryBound(to: CChar.self)
        status = XML_Parse(parser, base, Int32(part.count), rest.isEmpty ? 1 : 0)
      } while status == XML_STATUS_OK && !rest.isEmpty
      return status == XML_STATUS_OK || session.hasStopped
    }
    return session
  }

  /// Parses text.
  /// - Throws: `MarkupError` with the line and column of the first error.
  public static func parse(_ text: String) throws(MarkupError) -> XMLElement { try parse(Array(text.utf8)) }

  /// One run of the parser, with its results so far.
  private final class Session {
    private let parser: XML_Parser
    /// The characters replaced in the text; nil if none were.
    private let forbidden: XMLForbiddenCharacters?
    private let allowsMore: Bool
    var builder = XMLBuilder()
    /// Whether the text was read without an error, up to the end of the root if more may follow.
    var isFinished = false
    /// Whether the parser stopped after the root.
    private(set) var hasStopped = false
    private var text: [UInt8] = []
    private var refused: MarkupError?
    /// The names of elements.
    private var names = StringPool()
    /// The names and short values of attributes, and short texts.
    private var values = StringPool()
    /// Longer values, such as ids, rarely recur.
    private static let longestCachedValue = 19

    private var loop: Progress.Loop

    init(parser: XML_Parser, forbidden: XMLForbiddenCharacters?, allowsMore: Bool, byteCount: Int) {
      loop = Progress.Loop(of: byteCount)
      self.parser = parser
      self.forbidden = forbidden
      self.allowsMore = allowsMore
      builder.expect(byteCount: byteCount)
    }

    deinit { XML_ParserFree(parser) }

    static func of(_ data: UnsafeMutableRawPointer?) -> Session? {
      data.map { Unmanaged<Session>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Calls `body` with the session without retaining it, because `run` does: counting references takes longer than
    /// most of these calls.
    @inline(__always) static func with(_ data: UnsafeMutableRawPointer?, _ body: (Session) -> Void) {
      if let data { Unmanaged<Session>.fromOpaque(data)._withUnsafeGuaranteedRef(body) }
    }

    private var offset: Int {
      let offset = Int(XML_GetCurrentByteIndex(parser))
      return forbidden?.originalOffset(offset) ?? offset
    }

    private func restored(_ text: String) -> String { forbidden?.restored(in: text) ?? text }

    func begin(name: UnsafePointer<XML_Char>?, attributes: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?) {
      flushText(atEnd: false)
      guard let name, var attribute = attributes else { return }
      let start = builder.attributeCount
      while let key = attribute[0], let value = attribute[1] {
        builder.add(XMLAttribute(string(Self.bytes(key)), restored(string(Self.bytes(value)))))
        attribute += 2
      }
      var isNew = false
      let bytes = Self.bytes(name)
      let element = names.string(bytes, TextSignature(bytes), isNew: &isNew)
      let offset = offset
      loop.reach(offset)
      builder.begin(
        element, attributesFrom: start, hasPrefix: isNew && element.utf8.contains(UInt8(ascii: ":")), offset: offset)
    }

    func end() {
      flushText(atEnd: true)
      builder.end()
      if !builder.hasOpenElements {
        let end = Int(XML_GetCurrentByteIndex(parser)) + Int(XML_GetCurrentByteCount(parser))
        builder.endSource(at: forbidden?.originalOffset(end) ?? end)
        hasStopped = allowsMore && XML_StopParser(parser, 0) == XML_STATUS_OK
      }
    }

    func append(text part: UnsafePointer<XML_Char>?, count: Int) {
      guard let part else { return }
      part.withMemoryRebound(to: UInt8.self, capacity: count) {
        text.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
      }
    }

    func comment(_ comment: UnsafePointer<XML_Char>?) {
      guard let comment, builder.hasOpenElements else { return }
      flushText(atEnd: false)
      builder.leaf(.comment(restored(String(cString: comment))), offset: offset)
    }

    func instruction(target: UnsafePointer<XML_Char>?, data: UnsafePointer<XML_Char>?) {
      guard let target, let data, builder.hasOpenElements else { return }
      flushText(atEnd: false)
      let body = String(cString: data)
      builder.leaf(.instruction(String(cString: target) + (body.isEmpty ? "" : " " + restored(body))), offset: offset)
    }

    func refuseDocumentType() {
      refused = MarkupError(
        position: currentPosition, cause: "a document type (<!DOCTYPE …>) is not allowed; remove it")
      XML_StopParser(parser, 0)
    }

    /// Returns the bytes of a C string, which are valid as long as it is.
    @inline(__always) private static func bytes(_ text: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
      let start = UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self)
      return UnsafeBufferPointer(start: start, count: strlen(text))
    }

    private func string(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
      if bytes.count > Self.longestCachedValue { return String(decoding: bytes, as: UTF8.self) }
      var isNew = false
      return values.string(bytes, TextSignature(bytes), isNew: &isNew)
    }

    private func flushText(atEnd: Bool) {
      guard !text.isEmpty else { return }
      defer { text.removeAll(keepingCapacity: true) }
      let isSpace = text.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
      if isSpace, !atEnd || !builder.innermostIsEmpty { return }
      builder.text(restored(text.withUnsafeBufferPointer { string($0) }))
    }

    private var currentPosition: SourcePosition {
      SourcePosition(
        line: Int(XML_GetCurrentLineNumber(parser)), column: Int(XML_GetCurrentColumnNumber(parser)) + 1)
    }

    /// Whether expat may have stopped at a character that Blockly writes but XML forbids.
    var mayHaveMetForbiddenCharacter: Bool {
      let code = XML_GetErrorCode(parser)
      return code == XML_ERROR_BAD_CHAR_REF || code == XML_ERROR_INVALID_TOKEN
    }

    /// Returns the error that stopped expat.
    /// - Parameter bytes: the original text.
    func fault(in bytes: [UInt8]) -> MarkupError {
      if let refused { return refused }
      let code = XML_GetErrorCode(parser)
      var cause = XML_ErrorString(code).map { String(cString: $0) } ?? "unknown error"
      switch code {
      case XML_ERROR_NO_MEMORY: return .outOfMemory
      case XML_ERROR_UNKNOWN_ENCODING, XML_ERROR_INCORRECT_ENCODING:
        cause = "the file declares an unknown encoding; save it as UTF-8"
      case XML_ERROR_NO_ELEMENTS:
        cause =
          builder.innermostName.map { "the text ends before <\($0)> is closed" } ?? "the file contains no XML element"
      case XML_ERROR_TAG_MISMATCH:
        if let name = builder.innermostName { cause = "the end tag doesn't close <\(name)>, which is open here" }
      case XML_ERROR_DUPLICATE_ATTRIBUTE: cause = "duplicate attribute in this tag"
      case XML_ERROR_UNCLOSED_TOKEN: cause = "the text ends inside a tag, a comment or a reference"
      case XML_ERROR_UNDEFINED_ENTITY: cause = "unknown entity; only XML's predefined ones work"
      case XML_ERROR_BAD_CHAR_REF: cause = "invalid character number"
      case XML_ERROR_JUNK_AFTER_DOC_ELEMENT: cause = "there is more text after the end of the root element"
      case XML_ERROR_INVALID_TOKEN, XML_ERROR_PARTIAL_CHAR: return invalidToken(in: bytes)
      default: break
      }
      return MarkupError(position: position(in: bytes), cause: cause)
    }

    /// Returns the position in the original text where expat stopped.
    private func position(in bytes: [UInt8]) -> SourcePosition {
      forbidden == nil ? currentPosition : SourcePosition(offset: offset, in: bytes)
    }

    /// Returns the error for an invalid token.
    private func invalidToken(in bytes: [UInt8]) -> MarkupError {
      // expat stops before an invalid character or at the start of its text, so find the invalid byte.
      if let faultOffset = TextEncoding.firstFault(inUTF8: bytes), faultOffset <= offset + 8 {
        return MarkupError(
          position: SourcePosition(offset: faultOffset, in: bytes),
          cause: TextEncoding.cause(ofInvalid: bytes[faultOffset]))
      }
      var cause = "this isn't well-formed XML; write a stray < or & as &lt; or &amp;"
      if bytes.indices.contains(offset), bytes[offset] < 0x20 {
        cause = "a control character (0x\(String(bytes[offset], radix: 16, uppercase: true))) isn't allowed in XML"
      }
      return MarkupError(position: position(in: bytes), cause: cause)
    }
  }
}
