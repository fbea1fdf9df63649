import BlockModel
import Markup

/// Reads a field of a block definition.
struct FieldDefinition {
  let messages: MessageTable

  /// Returns the field that an argument describes; nil when its type is unknown. The caller handles its `alt`, if any.
  func field(_ json: JSONValue) -> Field? {
    let name = json["name"]?.string
    func text(_ key: String) -> String { messages.resolve(json[key]?.string ?? "") }
    switch json["type"]?.string {
    case "field_label": return FieldLabel(name: name, text: text("text"))
    case "field_label_serializable": return FieldLabelSerializable(name: name, value: text("text"))
    case "field_input": return FieldInput(name: name, value: text("text"))
    case "field_multilinetext": return FieldMultilineInput(name: name, value: text("text"))
    case "field_number": return FieldNumber(name: name, value: number(json["value"]) ?? 0, limits: limits(json))
    case "field_angle":
      return FieldAngle(name: name, value: number(json["angle"]) ?? number(json["value"]) ?? 0, limits: limits(json))
    case "field_checkbox":
      let isChecked = json["checked"]?.boolean ?? (json["checked"]?.string?.uppercased() == "TRUE")
      return FieldCheckbox(name: name, isChecked: isChecked)
    case "field_colour": return FieldColour(name: name, value: json["colour"]?.string ?? "#ffffff")
    case "field_date": return FieldDate(name: name, value: json["date"]?.string ?? "")
    case "field_dropdown": return FieldDropdown(name: name, options: options(json))
    case "field_variable":
      return FieldVariable(
        name: name, defaultName: json["variable"]?.string.map(messages.resolve),
        variableTypes: json["variableTypes"].map { $0.elements.compactMap(\.string) },
        defaultType: json["defaultType"]?.string ?? "")
    case "field_image":
      return FieldImage(name: name, source: text("src"), alternativeText: text("alt"))
    default: return nil
    }
  }

  private func number(_ json: JSONValue?) -> Double? { json?.number ?? json?.string.flatMap(FieldNumber.parse) }

  private func limits(_ json: JSONValue) -> FieldNumber.Limits {
    FieldNumber.Limits(
      minimum: number(json["min"]) ?? -.infinity, maximum: number(json["max"]) ?? .infinity,
      precision: max(0, number(json["precision"]) ?? 0))
  }

  private func options(_ json: JSONValue) -> [FieldDropdown.Option] {
    guard let list = json["options"] else { return [] }
    return list.elements.compactMap { option in
      // Blockly 13 knows a third part, and "separator" between options.
      let parts = Array(option.elements)
      guard (2...3).contains(parts.count), let value = parts[1].string else { return nil }
      // An option shown as an image has an object instead of a text.
      let label = parts[0].string ?? parts[0]["alt"]?.string ?? value
      let spoken = parts.count == 3 ? parts[2].string.map(messages.resolve) : nil
      return FieldDropdown.Option(label: messages.resolve(label), value: value, spokenLabel: spoken)
    }
  }
}
