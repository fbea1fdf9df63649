import BlockLibrary
import BlockModel
import Markup

/// A saved program as facts about each block and variable, so that two programs can be compared and differences read.
struct ComparableProgram {
  /// The facts about each block, variable and comment, sorted, by its kind and id.
  private(set) var facts: [String: [String]] = [:]
  private let exclusions: Set<Exclusion>
  /// The ids of shadows whose fields are not compared.
  private let ignoredShadows: Set<String>

  /// - Parameter json: a program saved by Blockly or Mortise.
  init(_ json: JSONValue, without exclusions: Set<Exclusion>, ignoringShadows ignoredShadows: Set<String> = []) {
    self.exclusions = exclusions
    self.ignoredShadows = ignoredShadows
    for variable in json["variables"]?.elements.map({ $0 }) ?? [] {
      add("variable", variable, details(of: variable, named: "", except: ["id"]))
    }
    for comment in json["workspaceComments"]?.elements.map({ $0 }) ?? [] {
      let sizes: Set<String> = exclusions.contains(.sizesOfComments) ? ["width", "height"] : []
      add(
        "comment", comment,
        [position(of: comment)] + details(of: comment, named: "", except: sizes.union(["id", "x", "y"])))
    }
    addBlocks(json["blocks"]?["blocks"].map { Array($0.elements) } ?? [])
  }

  init(text: String, without exclusions: Set<Exclusion>, ignoringShadows ignoredShadows: Set<String> = []) throws {
    self.init(try JSONParser.parse(Array(text.utf8)), without: exclusions, ignoringShadows: ignoredShadows)
  }

  /// A description of the first difference.
  func difference(from other: ComparableProgram, names: (here: String, there: String)) -> String? {
    let keys = Set(facts.keys).union(other.facts.keys).sorted()
    guard let key = keys.first(where: { facts[$0] != other.facts[$0] }) else { return nil }
    let (here, there) = (facts[key] ?? ["(it is not there)"], other.facts[key] ?? ["(it is not there)"])
    let lines =
      here.filter { !there.contains($0) }.map { "    \(names.here): \($0)" }
      + there.filter { !here.contains($0) }.map { "    \(names.there): \($0)" }
    let type = (facts[key] ?? other.facts[key] ?? []).first { $0.hasPrefix("type") } ?? ""
    let count = keys.filter { facts[$0] != other.facts[$0] }.count
    return "\(key) \(type) (\(count) differ)\n" + lines.joined(separator: "\n")
  }

  private mutating func add(_ kind: String, _ value: JSONValue, _ lines: [String]) {
    facts["\(kind) \(value["id"]?.string ?? "without id")", default: []] += lines.sorted()
  }

  // MARK: - Blocks

  private struct Item {
    var block: JSONValue
    var position: String
    var isShadow = false
    var isCovered = false
  }

  private mutating func addBlocks(_ blocks: [JSONValue]) {
    var waiting = blocks.map { Item(block: $0, position: position(of: $0)) }
    while let item = waiting.popLast() {
      let block = item.block
      add(item.isCovered ? "covered shadow" : "block", block, [item.position] + details(of: item))
      let id = block["id"]?.string ?? ""
      for (name, connection) in block["inputs"]?.members.map({ ($0.key, $0.value) }) ?? [] {
        waiting += children(of: connection, "in \(name) of \(id)", hidesShadow: forgetsShadow(block, name), item)
      }
      if let next = block["next"] { waiting += children(of: next, "below \(id)", hidesShadow: false, item) }
    }
  }

  /// Blocks whose definition doesn't specify inlining.
  private static let typesWithoutInlining = Set(
    (try? StockBlocks.factory()).map { factory in
      factory.definedTypes.filter { factory.blockBuilders[$0]?.inputsInline == nil }
    } ?? [])

  private static let typesWithPlaces: Set<String> = [
    "lists_getIndex", "lists_setIndex", "lists_getSublist", "text_charAt", "text_getSubstring",
  ]

  private func forgetsShadow(_ block: JSONValue, _ input: String) -> Bool {
    let type = block["type"]?.string ?? ""
    if exclusions.contains(.shadowsOfPlaces), Self.typesWithPlaces.contains(type), input.hasPrefix("AT") { return true }
    return exclusions.contains(.inputShadowOfSplit) && type == "lists_split" && input == "INPUT"
  }

  private func children(of connection: JSONValue, _ position: String, hidesShadow: Bool, _ parent: Item) -> [Item] {
    var items: [Item] = []
    let isReal = connection["block"] != nil
    if let shadow = connection["shadow"], !hidesShadow {
      items.append(
        Item(block: shadow, position: position, isShadow: true, isCovered: isReal || parent.isCovered))
    }
    if let block = connection["block"] { items.append(Item(block: block, position: position)) }
    return items
  }

  private func details(of item: Item) -> [String] {
    let type = item.block["type"]?.string
    var skipped: Set<String> = ["id", "x", "y", "inputs", "next", "disabledReasons"]
    if exclusions.contains(.stateOfSplit), type == "lists_split" { skipped.insert("extraState") }
    if exclusions.contains(.shapeOfReturns), type == "procedures_ifreturn" { skipped.insert("extraState") }
    if exclusions.contains(.elementsOfOurOwn) { skipped.formUnion(["data", "deletable", "movable", "editable"]) }
    if exclusions.contains(.inlineFalse), Self.typesWithoutInlining.contains(type ?? ""),
      item.block["inline"]?.boolean == false
    {
      skipped.insert("inline")
    }
    if let id = item.block["id"]?.string, ignoredShadows.contains(id) { skipped.insert("fields") }
    var lines = details(of: item.block, named: "", except: skipped)
    if item.isShadow, exclusions.contains(.variableNamesInShadows) {
      lines.removeAll { line in
        line.hasPrefix("fields.") && (line.contains(".name = ") || line.contains(".type = "))
      }
    }
    let reasons = item.block["disabledReasons"]?.elements.compactMap(\.string) ?? []
    for reason in reasons { lines.append("disabled: \(reason)") }
    return lines + (item.isShadow ? ["shadow"] : [])
  }

  // MARK: - Values

  /// Every simple value inside, with its path.
  private func details(of json: JSONValue, named name: String, except skipped: Set<String>) -> [String] {
    var lines: [String] = []
    var waiting: [(String, JSONValue)] = json.members.filter { !skipped.contains($0.key) }.map { ($0.key, $0.value) }
    while let (path, value) = waiting.popLast() {
      switch value.kind {
      case .object:
        waiting += value.members.map { (path + "." + $0.key, $0.value) }
      case .array:
        waiting += value.elements.enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
      default: lines.append("\(path) = \(text(value))")
      }
    }
    return lines
  }

  /// The position: events round it, and a file may omit 0.
  private func position(of value: JSONValue) -> String {
    let (x, y) = (value["x"]?.number ?? 0, value["y"]?.number ?? 0)
    return "at \(x.rounded()), \(y.rounded())"
  }

  private func text(_ value: JSONValue?) -> String {
    guard let value else { return "nothing" }
    return value.number.map { "\($0)" } ?? value.text()
  }
}
