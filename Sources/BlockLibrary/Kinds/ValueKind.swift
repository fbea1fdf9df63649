/// The kind of a value, as inferred from its blocks and uses.
package enum ValueKind: String {
  case unknown, number, text, boolean, list

  /// Creates the kind for the type checks of a connection.
  package init(checks: [String]?) {
    switch checks ?? [] {
    case ["Number"]: self = .number
    case ["String"]: self = .text
    case ["Boolean"]: self = .boolean
    case ["Array"]: self = .list
    default: self = .unknown
    }
  }
}
