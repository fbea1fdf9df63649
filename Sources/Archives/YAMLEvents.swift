import CYaml

/// An event of libyaml's parser, which keeps open collections in a list and expands no alias.
struct YAMLEvent {
  enum Kind { case documentStart, documentEnd, scalar, alias, sequenceStart, sequenceEnd, mappingStart, mappingEnd }

  var kind: Kind
  /// The decoded text of a scalar.
  var value: [UInt8] = []
  /// The style in which a scalar is written.
  var style: YAMLScalar.Style = .plain
  /// The name that a node defines or refers to, and its type.
  var anchor: [UInt8] = []
  var tag: [UInt8] = []
  /// Whether a collection is written in brackets.
  var isFlow = false
  /// The range in bytes, with its anchor and tag.
  var range: Range<Int> = 0..<0
  /// The column where it begins, from 0.
  var column = 0

  /// Whether two events mean the same.
  func meansTheSame(as other: YAMLEvent) -> Bool {
    kind == other.kind && value == other.value && anchor == other.anchor && tag == other.tag
      && (style == .plain) == (other.style == .plain)
  }
}

extension YAMLEvent {
  private static let mostEvents = 300_000
  private static let deepest = 500

  /// Reads all events of a text in UTF-8.
  /// - Throws: with the line of the first error; or when the text is nested too deeply, or has too many parts.
  static func all(in bytes: [UInt8]) throws(ArchiveError) -> [YAMLEvent] {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw ArchiveError("the YAML is in UTF-16; save it as UTF-8")
    }
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    parser.initialize(to: yaml_parser_t())
    defer { parser.deallocate() }
    guard yaml_parser_initialize(parser) == 1 else { throw ArchiveError("there is not enough memory") }
    defer { yaml_parser_delete(parser) }
    var offsets = CharacterOffsets(in: bytes)
    let read = bytes.withUnsafeBufferPointer { buffer -> Result<[YAMLEvent], ArchiveError> in
      yaml_parser_set_input_string(parser, buffer.baseAddress, buffer.count)
      var events: [YAMLEvent] = []
      var depth = 0
      while true {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { return .failure(error(parser.pointee)) }
        defer { yaml_event_delete(&event) }
        if event.type == YAML_STREAM_END_EVENT { return .success(events) }
        guard let next = YAMLEvent(event, &offsets) else { continue }
        events.append(next)
        switch next.kind {
        case .sequenceStart, .mappingStart: depth += 1
        case .sequenceEnd, .mappingEnd: depth -= 1
        default: break
        }
        if depth > deepest { return .failure(ArchiveError("the YAML is nested too deeply")) }
        if events.count > mostEvents { return .failure(ArchiveError("the YAML has too many parts")) }
      }
    }
    return try read.get()
  }

  private init?(_ event: yaml_event_t, _ offsets: inout CharacterOffsets) {
    let data = event.data
    switch event.type {
    case YAML_DOCUMENT_START_EVENT: kind = .documentStart
    case YAML_DOCUMENT_END_EVENT: kind = .documentEnd
    case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
    case YAML_MAPPING_END_EVENT: kind = .mappingEnd
    case YAML_ALIAS_EVENT:
      kind = .alias
      anchor = Self.bytes(data.alias.anchor)
    case YAML_SEQUENCE_START_EVENT:
      kind = .sequenceStart
      (anchor, tag) = (Self.bytes(data.sequence_start.anchor), Self.bytes(data.sequence_start.tag))
      isFlow = data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE
    case YAML_MAPPING_START_EVENT:
      kind = .mappingStart
      (anchor, tag) = (Self.bytes(data.mapping_start.anchor), Self.bytes(data.mapping_start.tag))
      isFlow = data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
    case YAML_SCALAR_EVENT:
      kind = .scalar
      (anchor, tag) = (Self.bytes(data.scalar.anchor), Self.bytes(data.scalar.tag))
      value = Array(UnsafeBufferPointer(start: data.scalar.value, count: data.scalar.length))
      style = YAMLScalar.Style(data.scalar.style)
    default: return nil
    }
    let start = offsets.offset(of: Int(event.start_mark.index))
    range = start..<max(start, offsets.offset(of: Int(event.end_mark.index)))
    column = Int(event.start_mark.column)
  }

  private static func bytes(_ text: UnsafeMutablePointer<yaml_char_t>?) -> [UInt8] {
    guard let text else { return [] }
    var bytes: [UInt8] = []
    var next = text
    while next.pointee != 0 {
      bytes.append(next.pointee)
      next += 1
    }
    return bytes
  }

  private static func error(_ parser: yaml_parser_t) -> ArchiveError {
    let problem = parser.problem.map { String(cString: $0) } ?? "it can't be read"
    if parser.error == YAML_READER_ERROR {
      return ArchiveError("the YAML is not valid UTF-8 (byte \(parser.problem_offset): \(problem))")
    }
    return ArchiveError("line \(parser.problem_mark.line + 1) is not well-formed YAML: \(problem)")
  }
}

extension YAMLScalar.Style {
  init(_ style: yaml_scalar_style_t) {
    switch style {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE: self = .singleQuoted
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE: self = .doubleQuoted
    case YAML_LITERAL_SCALAR_STYLE: self = .literal
    case YAML_FOLDED_SCALAR_STYLE: self = .folded
    default: self = .plain
    }
  }
}

/// The offsets of the characters of a text: libyaml counts characters, without the byte order mark.
private struct CharacterOffsets {
  private let bytes: [UInt8]
  private let start: Int
  /// The character that was asked for last, and its offset: the next one is mostly after it.
  private var last: (index: Int, offset: Int)

  init(in bytes: [UInt8]) {
    self.bytes = bytes
    start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    last = (0, start)
  }

  /// Returns the offset of a character; the end of the text for one after the last.
  mutating func offset(of index: Int) -> Int {
    var (character, offset) = last
    // Backwards, it is only a few characters.
    while character > index && offset > start {
      offset -= 1
      if bytes[offset] & 0xC0 != 0x80 { character -= 1 }
    }
    while character < index && offset < bytes.count {
      offset += 1
      while offset < bytes.count && bytes[offset] & 0xC0 == 0x80 { offset += 1 }
      character += 1
    }
    last = (character, offset)
    return offset
  }
}
