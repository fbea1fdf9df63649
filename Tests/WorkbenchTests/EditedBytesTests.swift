import BlockEditing
import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import Markup
import RandomEditing
import SeededTesting
import Testing
import WorkbenchTesting

@testable import BlockFormats
@testable import Workbench

/// An edit of a program in XML changes only its own bytes, however the file is written.
@MainActor @Suite struct EditedBytesTests {
  private static let file = """
    <?xml version="1.0"?>
    <xml xmlns='https://developers.google.com/blockly/xml'   >
    <!-- of the team -->
      <variables><variable id="v" type=''>x</variable></variables>
    \t<block id='p'  type="text_print" disabled="true" x='10' y="20"><comment h='80' w="160">it&#39;s</comment>
    \t  <value name='TEXT'><shadow type="text" id="t"><title name='TEXT'>one</title></shadow></value>
          <next><block type="controls_repeat_ext" id="r" inline='true' >
              <value name="TIMES"><shadow id="n" type="math_number"><field name="NUM">010</field></shadow></value>
              <!-- the body -->
              <statement name="DO"><block type="text_print" id="q"/></statement>
          </block></next>
    \t</block>
      <block type="text_print" id="e" x="300" y="20"></block>
    </xml>

    """

  private func edited(_ file: String = file, _ edit: (WorkbenchController) throws -> Void) throws -> String {
    let controller = WorkbenchController(
      document: try Document(bytes: Array(file.utf8), path: "p.xml", factory: StockBlocks.factory(), seed: 1),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
    try edit(controller)
    #expect(controller.isModified)
    let bytes = controller.bytes().bytes
    while controller.history.undoCount > 0 { controller.perform(.undo) }
    #expect(controller.bytes().bytes == Array(file.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func intent(_ intent: Intent, at id: String) -> (WorkbenchController) -> Void {
    {
      $0.perform(.focus(.block(id: id)))
      $0.perform(intent)
    }
  }

  @Test(arguments: ["\n", "\r\n", ""]) func anEditIsAllThatDiffers(lineBreak: String) throws {
    func text(_ text: String) -> String { text.replacing("\n", with: lineBreak) }
    func check(_ old: String, _ new: String, _ edit: (WorkbenchController) -> Void) throws {
      let (old, new) = (text(old), text(new))
      #expect(text(Self.file).ranges(of: old).count == 1)
      #expect(try edited(text(Self.file), edit) == text(Self.file).replacing(old, with: new))
    }
    try check(">one<", ">two<") {
      $0.perform(.setField(FieldLocation(blockID: "t", name: "TEXT"), input: "two"))
    }
    try check(">010<", ">5<") { $0.perform(.setField(FieldLocation(blockID: "n", name: "NUM"), input: "5")) }
    try check(
      "\n          <statement name=\"DO\"><block type=\"text_print\" id=\"q\"/></statement>", "",
      Self.intent(.delete, at: "q"))
    try check("id=\"q\"/>", "id=\"q\" disabled=\"true\"/>", Self.intent(.toggleDisabled, at: "q"))
    try check(" disabled=\"true\" x=", " x=", Self.intent(.toggleDisabled, at: "p"))
    try check(" inline='true' >", " inline='false' >", Self.intent(.toggleInline, at: "r"))
    try check(
      "id=\"e\" x=\"300\" y=\"20\">", "id=\"e\" x=\"300\" y=\"20\" collapsed=\"true\">",
      Self.intent(.toggleCollapsed, at: "e"))
  }

  /// What is new stands where it goes, indented as its neighbours.
  @Test func whatIsNewStandsWhereItBelongs() throws {
    let inserted = try edited { Self.intent(.duplicate, at: "e")($0) }
    let lines = inserted.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let old = Self.file.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    let new = lines.filter { !old.contains($0) }
    #expect(lines.filter { $0 != new.first && !new.dropFirst().contains($0) }.count == old.count - 1, "\(inserted)")
    #expect(new.allSatisfy { $0.hasPrefix("  ") }, "\(inserted)")
  }

  /// A file in another encoding is written in UTF-8, and is else the same.
  @Test func anotherEncodingIsAllThatChangesBesides() throws {
    func file(_ encoding: String, _ text: String) -> String {
      "<?xml version='1.0' encoding=\"\(encoding)\"?>\n<xml >\n\t<block id='t' type=\"text\" ><title name='TEXT'>\(text)</title></block>\n"
        + "<block type=\"text\" id='u' disabled=\"true\"><title name='TEXT'>caf\u{E9}</title></block></xml>\n"
    }
    let old = file("ISO-8859-1", "a").unicodeScalars.map { UInt8($0.value) }
    let controller = WorkbenchController(
      document: try Document(bytes: old, path: "p.xml", factory: StockBlocks.factory(), seed: 1),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
    controller.perform(.setField(FieldLocation(blockID: "t", name: "TEXT"), input: "b"))
    #expect(String(decoding: controller.bytes().bytes, as: UTF8.self) == file("UTF-8", "b"))
    controller.perform(.undo)
    #expect(controller.bytes().bytes == old)
  }

  /// A mutation that the mutator would write in another way stays until it changes.
  @Test func aMutationKeepsItsForm() throws {
    let file =
      "<xml><block type='math_on_list' id='m'><mutation more='1' op='MODE'  /><field name='OP'>SUM</field></block>"
      + "<block type='text' id='t'><field name='TEXT'>a</field></block></xml>"
    let other = try edited(file) { $0.perform(.setField(FieldLocation(blockID: "t", name: "TEXT"), input: "b")) }
    #expect(other == file.replacing(">a<", with: ">b<"))
    let own = try edited(file) { $0.perform(.setField(FieldLocation(blockID: "m", name: "OP"), input: "MIN")) }
    #expect(own == file.replacing(">SUM<", with: ">MIN<").replacing("op='MODE'", with: "op='MIN'"))
  }

  /// A mutation of the default shape, which Mortise doesn't write, gives way to another.
  @Test func aMutationOfTheDefaultShapeIsReplaced() {
    func xml(_ mutation: String) -> [UInt8] {
      Array("<xml><block type=\"controls_if\" id=\"i\">\(mutation)</block></xml>".utf8)
    }
    let text = XMLSourcePatch.text(
      of: xml("<mutation elseif='0' /><!-- here -->"), before: xml(""), after: xml("<mutation else=\"1\"></mutation>"),
      isOlder: false)
    #expect(text == xml("<mutation else=\"1\"></mutation><!-- here -->"))
    func json(_ state: String) -> [UInt8] {
      Array(#"{"blocks":{"blocks":[{"type":"controls_if","id":"i"\#(state)}]}}"#.utf8)
    }
    let patched = JSONSourcePatch.text(
      of: json(#", "extraState" : {"elseIfCount":0}"#), before: json(""),
      after: json(#","extraState":{"hasElse":true}"#),
      isOlder: false, indent: nil, donor: nil)
    #expect(patched == json(#", "extraState" : {"hasElse":true}"#))
  }

  /// What goes into a line of several elements stays in the line.
  @Test func whatIsNewInALineStaysInTheLine() throws {
    let text = try edited { controller in
      Self.intent(.duplicate, at: "q")(controller)
    }
    let line = text.split(separator: "\n").first { $0.contains("id=\"q\"") }
    let pattern =
      #/ +<statement name="DO"><block type="text_print" id="q"><next><block type="text_print" id="[^"]+"(/>|></block>)</next></block></statement>/#
    #expect(line?.wholeMatch(of: pattern) != nil, "\(line ?? "")")
  }

  // MARK: - Random programs

  /// If no compared text reads as the edited program, the whole program is written in Blockly's form. This is rare: a
  /// shadow with shuffled inputs keeps their order when a block covers it, and Blockly writes no such files.
  @Test(arguments: ProgramFormat.allCases) func whatIsNotEditedKeepsItsBytes(format: ProgramFormat) throws {
    var (count, anew) = (0, 0)
    for seed in Seeds.first(60, from: 9100) {
      let (saves, others) = try check(format, seed)
      (count, anew) = (count + saves, anew + others)
    }
    #expect(anew * 50 <= count, "\(anew) of \(count) programs were written anew")
  }

  /// Edits a program, and saves it after each edit.
  /// - Returns: how many saves there were, and how many of them wrote all of the program anew.
  private func check(_ format: ProgramFormat, _ seed: UInt64) throws -> (count: Int, anew: Int) {
    let start = try EditingSession(seed: seed, program: #"{"blocks":{"blocks":[]}}"#, asXML: format == .xml)
    for _ in 0..<60 { start.act() }
    var random = SeededGenerator(seed: seed)
    let isPretty = Bool.random(using: &random)
    let plain = ProgramWriter.write(start.workspace, style: isPretty ? .pretty(format) : .compact(format)).bytes
    let source = format == .xml ? XMLRespelling(plain, random).text : JSONRespelling(plain, random).text
    let factory = try StockBlocks.factory()
    let style = try ProgramReader.read(source, factory: factory).style
    let session = try EditingSession(seed: seed, program: String(decoding: source, as: UTF8.self))
    let before = ProgramWriter.write(session.workspace, style: style).bytes
    let (keeper, cache) = (ProgramSource(source, layout: style), ProgramCache())
    let parts = format == .xml ? Self.parts : Self.membersOfBlocks
    let (old, own) = (parts(before), parts(source))
    var anew = 0
    for _ in 0..<6 {
      session.act()
      let result = ProgramWriter.write(session.workspace, style: style)
      let written = result.bytes
      let text = keeper.text(with: result, in: style, factory: factory, cache: cache)
      let read = try ProgramReader.read(text, factory: factory).workspace
      #expect(ProgramWriter.write(read, style: style).bytes == written, "seed \(seed)")
      if text == written {
        anew += 1
        continue
      }
      let (new, saved) = (parts(written), parts(text))
      for (id, part) in old where new[id] == part { #expect(own[id] == saved[id], "seed \(seed): block \(id)") }
      if format == .xml { #expect(Self.remarks(source) == Self.remarks(text), "seed \(seed)") }
    }
    return (6, anew)
  }

  /// What blocks say of themselves in JSON, by their ids: keys and values as they are written.
  private static func membersOfBlocks(_ bytes: [UInt8]) -> [String: [UInt8]] {
    guard let text = JSONSource(bytes) else { return [:] }
    var parts: [String: [UInt8]] = [:]
    var copied: Set<String> = []
    for index in text.nodes.indices where text.nodes[index].kind == .object {
      guard text.member("type", of: index) != nil, let id = text.member("id", of: index),
        text.member("name", of: index) == nil
      else { continue }
      let others = text.nodes.children(of: index).filter {
        !["\"inputs\"", "\"next\""].contains(String(decoding: text.key(of: $0), as: UTF8.self))
      }
      let part = others.flatMap { member in
        (member..<text.nodes[member].end).flatMap { node in
          text.key(of: node) + (text.nodes[node].kind == .scalar ? text.text(of: node) : [])
        }
      }
      if parts.updateValue(part, forKey: String(decoding: text.text(of: id), as: UTF8.self)) != nil {
        copied.insert(String(decoding: text.text(of: id), as: UTF8.self))
      }
    }
    return parts.filter { !copied.contains($0.key) }
  }

  /// What blocks say of themselves, by their ids.
  private static func parts(_ bytes: [UInt8]) -> [String: [UInt8]] {
    guard let text = XMLSource(bytes) else { return [:] }
    func written(_ index: Int) -> [UInt8] {
      (index..<text.nodes[index].end).flatMap { node -> [UInt8] in
        let isLeaf = !(index + 1..<text.nodes[index].end).contains { text.nodes[$0].kind == .element }
        if text.isBlank(node), !isLeaf { return [] }
        return Array(text.bytes[text.nodes[node].kind == .element ? text.nodes[node].head : text.nodes[node].range])
      }
    }
    var parts: [String: [UInt8]] = [:]
    // A copy of a block has its covered default values, with their ids.
    var copied: Set<String> = []
    for index in text.nodes.indices where text.nodes[index].kind == .element {
      guard ["block", "shadow"].contains(String(decoding: text.name(of: index), as: UTF8.self)),
        let id = text.value("id", of: index)
      else { continue }
      var part = Array(text.bytes[text.nodes[index].head])
      // Whether it has an end tag depends on what is in it.
      part.removeLast()
      while let last = part.last, [UInt8(ascii: "/"), UInt8(ascii: " ")].contains(last) { part.removeLast() }
      for child in text.nodes.children(of: index) where text.nodes[child].kind == .element {
        let name = String(decoding: text.name(of: child), as: UTF8.self)
        if !["value", "statement", "next"].contains(name) { part += written(child) }
      }
      if parts.updateValue(part, forKey: String(decoding: id, as: UTF8.self)) != nil {
        copied.insert(String(decoding: id, as: UTF8.self))
      }
    }
    return parts.filter { !copied.contains($0.key) }
  }

  /// The comments directly in the root.
  private static func remarks(_ bytes: [UInt8]) -> [[UInt8]] {
    guard let text = XMLSource(bytes) else { return [] }
    return text.nodes.children(of: 0).filter { text.nodes[$0].kind == .remark }.map {
      Array(bytes[text.nodes[$0].range])
    }
  }
}

/// Writes XML in another way that means the same.
private struct XMLRespelling {
  private(set) var text: [UInt8] = []
  private let source: XMLSource?
  private var random: SeededGenerator

  init(_ bytes: [UInt8], _ random: SeededGenerator) {
    source = XMLSource(bytes)
    self.random = random
    guard let source else { return }
    text += bytes[..<source.nodes[0].range.lowerBound]
    write(0, of: source)
    text += bytes[source.nodes[0].range.upperBound...]
  }

  private mutating func isHeads(_ share: Int = 2) -> Bool { Int.random(in: 0..<share, using: &random) == 0 }

  private mutating func write(_ root: Int, of source: XMLSource) {
    /// What is still to be written: an element, or the end of one.
    var work: [(node: Int, isEnd: Bool, name: String)] = [(root, false, "")]
    while let (node, isEnd, name) = work.popLast() {
      if isEnd {
        text += Array("</\(name)\(isHeads(6) ? " " : "")>".utf8)
        continue
      }
      guard source.nodes[node].kind == .element else {
        let isLeaf = source.nodes.children(of: source.nodes[node].parent).count == 1
        if source.isBlank(node), !isLeaf { blank() } else { text += source.bytes[source.nodes[node].range] }
        continue
      }
      var name = String(decoding: source.name(of: node), as: UTF8.self)
      if name == "field", isHeads(3) { name = "title" }
      text += Array("<\(name)".utf8)
      for attribute in source.attributes(of: node).shuffled(using: &random) {
        var label = String(decoding: attribute.name, as: UTF8.self)
        var value = String(decoding: source.bytes[attribute.value], as: UTF8.self)
        if label == "disabled-reasons", value == "MANUALLY_DISABLED", isHeads() {
          (label, value) = ("disabled", "true")
        }
        let quote = value.contains("'") || isHeads() ? "\"" : "'"
        text += Array("\(isHeads(5) ? "\n  " : " ")\(label)\(isHeads(6) ? " = " : "=")\(quote)\(value)\(quote)".utf8)
      }
      let children = source.nodes.children(of: node)
      if children.isEmpty, isHeads() {
        text += Array("\(isHeads() ? " " : "")/>".utf8)
        continue
      }
      text += Array(">".utf8)
      work.append((node, true, name))
      if node == 0, isHeads() { text += Array("<!-- kept -->".utf8) }
      work += children.reversed().map { ($0, false, "") }
    }
  }

  private mutating func blank() {
    text += Array((["", "\n", "\r\n", "\n\t", "\r\n      ", " "].randomElement(using: &random) ?? "").utf8)
  }
}

/// Writes JSON in another way that means the same.
private struct JSONRespelling {
  private(set) var text: [UInt8] = []
  private var random: SeededGenerator

  init(_ bytes: [UInt8], _ random: SeededGenerator) {
    self.random = random
    if let source = JSONSource(bytes) { write(source) }
  }

  private mutating func write(_ source: JSONSource) {
    enum Part {
      case value(Int)
      case mark(String)
    }
    var work = [Part.value(0)]
    while let part = work.popLast() {
      switch part {
      case .mark(let mark): text += Array(mark.utf8)
      case .value(let node):
        guard source.nodes[node].kind != .scalar else {
          text += source.text(of: node)
          continue
        }
        let isObject = source.nodes[node].kind == .object
        var children = source.nodes.children(of: node)
        if isObject { children.shuffle(using: &random) }
        var parts: [Part] = [.mark(isObject ? "{" : "[")]
        for (position, child) in children.enumerated() {
          parts.append(.mark((position > 0 ? "," : "") + blank()))
          var (key, value) = (String(decoding: source.key(of: child), as: UTF8.self), Part.value(child))
          if key == "\"disabledReasons\"", source.nodes.children(of: child).count == 1,
            source.text(of: child + 1).elementsEqual("\"MANUALLY_DISABLED\"".utf8), Bool.random(using: &random)
          {
            (key, value) = ("\"enabled\"", .mark("false"))
          }
          if isObject { parts.append(.mark("\(key)\(Bool.random(using: &random) ? ":" : " : ")")) }
          parts.append(value)
        }
        parts.append(.mark((children.isEmpty ? "" : blank()) + (isObject ? "}" : "]")))
        work += parts.reversed()
      }
    }
  }

  private mutating func blank() -> String {
    ["", "\n", "\r\n", "\n\t", "\r\n      ", " "].randomElement(using: &random) ?? ""
  }
}
