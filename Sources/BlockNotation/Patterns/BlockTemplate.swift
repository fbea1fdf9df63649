import BlockLibrary
import BlockModel
import Markup

/// The block that another spelling creates, with fields and inputs from the operands of the typed text.
struct BlockTemplate {
  indirect enum Content {
    /// An operand, and a number to add to it.
    case operand(String, plus: Double)
    case negated(String)
    /// An input of an operand, which is a block.
    case input(String, of: String)
    /// The last number for which an operand, which is a comparison, holds.
    case limit(String)
    /// The last whole number before an operand, in the direction of a step.
    case last(String, step: String)
    /// An operand without its minus sign.
    case magnitude(String)
    case number(Double)
    case text(String)
    case items([Content])
    /// The operands of a list, joined to one text with blanks or another operand between them.
    case joined(String, separator: String?)
    case block(BlockTemplate)
  }

  var type: Int32
  var fields: [FieldRecord] = []
  /// The fields that are variables, by the operands that name them.
  var variables: [(field: String, operand: String)] = []
  /// The fields that are variables which the line doesn't name, with the names of these variables.
  var ownVariables: [(field: String, name: String)] = []
  var inputs: [(name: String, content: Content)] = []
  var bodies: [(name: String, operand: String)] = []
  var mutation: MutationState?
  var isValue = true
  /// Whether its inputs are the items of a list or text.
  var hasItems = false
}

extension BlockTemplate {
  /// Reads a template; nil if it names types that the library doesn't know.
  init?(_ json: JSONValue, _ library: NotationLibrary) {
    guard let name = json["type"]?.string, let type = library.knownNumber(ofType: name),
      let builder = library.factory.blockBuilders[name]
    else { return nil }
    self.type = type
    for (name, value) in json["fields"]?.entries ?? [] {
      if let operand = value.string.flatMap(Self.operand) {
        variables.append((name, operand))
      } else if let variable = value["variable"]?.string {
        ownVariables.append((name, variable))
      } else {
        fields.append(FieldRecord(name: name, state: .text(value.string ?? "")))
      }
    }
    for (name, value) in json["inputs"]?.entries ?? [] {
      guard let content = Content(value, library) else { return nil }
      if builder.inputBuilders.first(where: { $0.name == name })?.type == .statement {
        guard case .operand(let operand, _) = content else { return nil }
        bodies.append((name, operand))
      } else {
        inputs.append((name, content))
      }
    }
    isValue = builder.output.isPresent
    // Without a mutator, the block has only one shape.
    if builder.mutator == nil { return }
    let block = library.probe(name, fields: fields.map { ($0.name, $0.state.text) })
    isValue = block.outputConnection != nil
    if block.mutator?.fieldDriven != nil { mutation = block.mutationState }
    if block.mutator is MutatorItems {
      mutation = ShapeMutations.items(inputs.count, like: builder.mutator)
      hasItems = true
    }
  }

  /// Returns the operand that a text in braces names; nil for any other text.
  static func operand(_ text: String) -> String? {
    text.hasPrefix("{") && text.hasSuffix("}") ? String(text.dropFirst().dropLast()) : nil
  }
}

extension BlockTemplate.Content {
  init?(_ json: JSONValue, _ library: NotationLibrary) {
    if let number = json.number {
      self = .number(number)
    } else if let text = json.string {
      self.init(text)
    } else if json.kind == .array {
      var items: [BlockTemplate.Content] = []
      for element in json.elements {
        guard let item = BlockTemplate.Content(element, library) else { return nil }
        items.append(item)
      }
      self = .items(items)
    } else if let text = json["text"]?.string {
      self = .text(text)
    } else if let operand = json["joined"]?.string {
      self = .joined(operand, separator: json["separator"]?.string)
    } else if let operand = json["limit"]?.string {
      self = .limit(operand)
    } else if let operand = json["magnitude"]?.string {
      self = .magnitude(operand)
    } else if let operand = json["last"]?.string, let step = json["step"]?.string {
      self = .last(operand, step: step)
    } else {
      guard let block = BlockTemplate(json, library) else { return nil }
      self = .block(block)
    }
  }

  /// Parses `{X}`, `{X} + 1`, `{X} - 1`, `-{X}` or `{X}.INPUT`.
  private init?(_ text: String) {
    guard let open = text.firstIndex(of: "{"), let close = text.firstIndex(of: "}") else { return nil }
    let name = String(text[text.index(after: open)..<close])
    let rest = text[text.index(after: close)...]
    if text.hasPrefix("-") {
      self = .negated(name)
    } else if rest.first == "." {
      self = .input(String(rest.dropFirst()), of: name)
    } else {
      guard let offset = rest.isEmpty ? 0 : Double(rest.filter { $0 != " " }) else { return nil }
      self = .operand(name, plus: offset)
    }
  }
}
