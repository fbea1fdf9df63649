import BlockModel
import Markup

extension FieldState {
  /// Reads the raw value of a field from an event's JSON.
  init(event json: JSONValue?) {
    switch json?.kind {
    case .number: self = .number(json?.number ?? 0)
    case .boolean: self = .boolean(json?.boolean ?? false)
    case .string: self = .text(json?.string ?? "")
    case nil: self = .text("")
    default: self = json.map { .json($0.detached) } ?? .text("")
    }
  }
}

extension JSONBuilder {
  /// Writes the raw value of a field: a number, `"TRUE"` or `"FALSE"`, a variable's id, or a string.
  mutating func member(_ key: String, _ state: FieldState) {
    self.key(key)
    switch state {
    case .text(let text), .lines(let text), .numeral(let text, _, isQuoted: true): string(text)
    case .numeral(let text, let value, isQuoted: false): numeral(text, value: value)
    case .number(let number): if number.isFinite { self.number(number) } else { string(state.text) }
    case .boolean: string(state.text)
    case .variable(let reference): string(reference.id ?? "")
    case .json(let value): self.value(value)
    }
  }
}
