import BlockLibrary
import BlockModel
import BlockResources
import Markup

/// Definitions for pages with Blockly, which lack them: Blockly's blocks of earlier versions, and the shapes of a
/// program's blocks that have no definition.
nonisolated struct Placeholders: Sendable {
  private let definitions: [JSONValue]

  /// The maximum numbers of types, and of inputs and of fields of each.
  private static let (typeLimit, partLimit) = (1_000, 200)

  /// The definitions for a program as it is now.
  @MainActor init(of workspace: Workspace) {
    let factory = workspace.factory
    var shapes: [String: Shape] = [:]
    for block in workspace.blocks.values {
      let type = block.type
      if factory.stockTypes.contains(type) || factory.ownDefinitions[type] != nil { continue }
      if shapes.count < Self.typeLimit || shapes[type] != nil { shapes[type, default: Shape()].add(block) }
    }
    definitions = Self.older + shapes.sorted { $0.key < $1.key }.map { $1.definition(of: $0) }
  }

  /// The definitions of earlier versions of Blockly, with their English texts.
  private static let older: [JSONValue] = {
    let index = DefaultFiles.olderDefault.rawValue.trailingZeroBitCount
    let words = MessageTable(texts: StockBlocks.messages.texts.mapValues { SharedDefinitions.escaped($0) })
    let list = (try? JSONParser.parse(EmbeddedFiles.blockDefinitions[index]))?.elements.map(\.self) ?? []
    return list.map { withoutEmptyImages(SharedDefinitions.shape(of: $0, words)) }
  }()

  /// A definition with labels in place of images without a source, which Blockly refuses.
  private static func withoutEmptyImages(_ definition: JSONValue) -> JSONValue {
    .object { json in
      for (key, value) in definition.members {
        guard value.kind == .array else {
          json.key(key)
          json.value(value)
          continue
        }
        json.array(key) { json in
          for part in value.elements {
            if part["type"]?.string == "field_image", part["src"]?.string == "" {
              json.object { json in
                json.member("type", "field_label")
                json.member("text", part["alt"]?.string ?? "")
              }
            } else {
              json.value(part)
            }
          }
        }
      }
    }
  }

  func write(to json: inout some JSONSink) { for definition in definitions { json.value(definition) } }

  /// The connections, inputs and fields of all blocks of a type.
  private struct Shape {
    private var fields: [String] = []
    private var inputs: [(name: String, kind: Input.Kind)] = []
    private var hasOutput = false
    private var hasPrevious = false
    private var hasNext = false

    @MainActor mutating func add(_ block: Block) {
      hasOutput = hasOutput || block.outputConnection != nil
      hasPrevious = hasPrevious || block.previousConnection != nil
      hasNext = hasNext || block.nextConnection != nil
      for input in block.inputs {
        for name in input.fields.compactMap(\.name) where !fields.contains(name) { fields.append(name) }
        if input.connection != nil, !inputs.contains(where: { $0.name == input.name }) {
          inputs.append((input.name, input.kind))
        }
      }
    }

    func definition(of type: String) -> JSONValue {
      let (fields, inputs) = (fields.prefix(partLimit), inputs.prefix(partLimit))
      return .object { json in
        json.member("type", type)
        json.member("placeholder", true)
        json.member("message0", (1...fields.count + inputs.count + 1).map { "%\($0)" }.joined(separator: " "))
        json.array("args0") { json in
          json.object { json in
            json.member("type", "field_label")
            json.member("text", type)
          }
          for field in fields {
            json.object { json in
              json.member("type", "field_input")
              json.member("name", field)
            }
          }
          for (name, kind) in inputs {
            json.object { json in
              json.member("type", kind == .value ? "input_value" : "input_statement")
              json.member("name", name)
            }
          }
        }
        // A value can't be a statement.
        if hasOutput {
          json.key("output")
          json.null()
        } else {
          for (key, isThere) in [("previousStatement", hasPrevious), ("nextStatement", hasNext)] where isThere {
            json.key(key)
            json.null()
          }
        }
      }
    }
  }
}
