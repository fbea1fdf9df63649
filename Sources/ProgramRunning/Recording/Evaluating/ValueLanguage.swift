/// A language whose numbers, texts and lists can be evaluated.
enum ValueLanguage: String, Sendable {
  case python
  case javaScript = "javascript"
  case lua

  var name: String {
    switch self {
    case .python: "Python"
    case .javaScript: "JavaScript"
    case .lua: "Lua"
    }
  }
}
