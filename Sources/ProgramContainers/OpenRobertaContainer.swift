import BlockFormats
import Markup

/// A program of Open Roberta's. Its XML is a dialect of Blockly's.
struct OpenRobertaContainer: Container {
  let name = "openroberta"
  let app = "Open Roberta"
  let fileExtensions: [String] = []
  let code = EmbeddedCodeUse.absent
  private static let configuration = "configuration"

  func content(of file: [UInt8]) throws -> ContainerContent? {
    let beginning = file.prefix(400)
    guard beginning.contains(text: "<export") || beginning.contains(text: "<block_set") else { return nil }
    let root: XMLElement
    do throws(MarkupError) { root = try XMLParser.parse(file) } catch {
      if error.isOutOfMemory { throw error }
      throw ContainerError("line \(error.position.line): \(error.cause)")
    }
    let sets = Self.sets(in: root)
    guard !sets.isEmpty else { return nil }
    let programs = sets.map { name, set in
      var reader = OpenRobertaReader()
      return EmbeddedProgram(name: name, text: reader.program(set), start: set.offset)
    }
    return ContainerContent(programs) { index, text, _ in
      if text == programs[index].text { return file }
      let (name, set) = sets[index]
      let program = OpenRobertaProgram(set, in: file, isConfiguration: name == Self.configuration)
      guard let after = program?.file(with: text) else { return file }
      let patched = program?.file(with: programs[index].text).flatMap {
        XMLSourcePatch.text(of: file, before: $0, after: after, isOlder: true)
      }
      guard let patched, let written = Self.text(ofProgram: index, in: after),
        Self.text(ofProgram: index, in: patched) == written
      else { return after }
      return patched
    }
  }

  /// The program in Blockly's XML; nil if it doesn't exist.
  private static func text(ofProgram index: Int, in file: [UInt8]) -> [UInt8]? {
    guard let root = try? XMLParser.parse(file), case let sets = sets(in: root), sets.indices.contains(index) else {
      return nil
    }
    var reader = OpenRobertaReader()
    return reader.program(sets[index].set)
  }

  func outline(of file: [UInt8]) -> [UInt8]? {
    guard let root = try? XMLParser.parse(file) else { return nil }
    let instances = Self.sets(in: root).map(\.set).flatMap { $0.elements.filter { $0.name == "instance" } }
    let offsets = Set(instances.map(\.offset))
    var writer = XMLWriter(style: .pretty)
    /// The elements to write; nil ends an element.
    var work: [XMLElement?] = [root]
    while let next = work.popLast() {
      guard let element = next else {
        writer.end()
        continue
      }
      if offsets.contains(element.offset) { continue }
      writer.begin(element.qualifiedName)
      for attribute in element.attributes { writer.attribute(attribute.name, attribute.value) }
      for case .text(let text) in element.nodes where !text.allSatisfy(\.isWhitespace) { writer.text(text) }
      work.append(nil)
      work += element.elements.reversed()
    }
    return writer.bytes
  }

  /// The programs with their names: one, or one and the configuration of the robot.
  private static func sets(in root: XMLElement) -> [(name: String, set: XMLElement)] {
    if root.name == "block_set" { return [("program", root)] }
    guard root.name == "export" else { return [] }
    return [("program", "program"), ("config", configuration)].compactMap { element, name in
      root.elements.first { $0.name == element }?.elements.first { $0.name == "block_set" }.map { (name, $0) }
    }
  }
}
