import BlockModel
import Markup

/// A field as JSON: its kind as Blockly's definitions call it, its default value and its limits.
enum FieldDescription {
  static func write(_ field: Field, to json: inout JSONWriter) {
    json.beginObject()
    json.member("kind", kind(of: field))
    if let name = field.name { json.member("name", name) }
    switch field {
    case let number as FieldNumber:
      json.member("value", number.value)
      if number.limits.minimum.isFinite { json.member("min", number.limits.minimum) }
      if number.limits.maximum.isFinite { json.member("max", number.limits.maximum) }
      if number.limits.precision > 0 { json.member("precision", number.limits.precision) }
    case let dropdown as FieldDropdown: write(dropdown.options, to: &json)
    case let variable as FieldVariable: write(variable, to: &json)
    case let checkbox as FieldCheckbox: json.member("value", checkbox.isChecked ? "TRUE" : "FALSE")
    case let text as TextualField: json.member("value", text.value)
    default: json.member("text", field.text)
    }
    json.endObject()
  }

  static func kind(of field: Field) -> String {
    switch field {
    case is FieldLabel: "label"
    case is FieldLabelSerializable: "label_serializable"
    case is FieldImage: "image"
    case is FieldInput: "input"
    case is FieldMultilineInput: "multilinetext"
    case is FieldAngle: "angle"
    case is FieldNumber: "number"
    case is FieldCheckbox: "checkbox"
    case is FieldColour: "colour"
    case is FieldDate: "date"
    case is FieldDropdown: "dropdown"
    case is FieldVariable: "variable"
    default: "other"
    }
  }

  private static func write(_ options: [FieldDropdown.Option], to json: inout JSONWriter) {
    json.key("options")
    json.beginArray()
    for option in options {
      json.beginArray()
      json.string(option.label)
      json.string(option.value)
      json.endArray()
    }
    json.endArray()
  }

  private static func write(_ field: FieldVariable, to json: inout JSONWriter) {
    json.member("variable", field.text)
    json.key("types")
    if let types = field.variableTypes {
      json.beginArray()
      for type in types { json.string(type) }
      json.endArray()
    } else {
      json.null()
    }
    if !field.defaultType.isEmpty { json.member("default_type", field.defaultType) }
  }
}
