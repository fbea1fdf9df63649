import BlockFormats
import BlockModel
import Markup

/// Writes the attributes of the program as a whole.
struct HeaderWriter {
  private let workspace: Workspace
  private let names: VariableNames
  /// Whether variables are written with their ids.
  private let statesIDs: Bool
  /// Whether the text mentions ids of variables, so that all variables must be listed in their order.
  private let mentionsIDs: Bool

  init(_ workspace: Workspace, names: VariableNames, options: NotationOptions, mentionsIDs: Bool) {
    self.workspace = workspace
    self.names = names
    self.mentionsIDs = mentionsIDs
    statesIDs = options.contains(.ids) || mentionsIDs
  }

  /// - Parameters:
  ///   - language: the code of the language of the words.
  ///   - used: the ids of the variables in the order in which the text uses them.
  func lines(language: String, style: ProgramStyle?, usesToolbox: Bool, used: [String]) -> [UInt8] {
    var output: [UInt8] = []
    func add(_ line: String) { output.append(contentsOf: (line + "\n").utf8) }
    if language != "en" { add("@language(\(JSONValue.string(language).text()))") }
    if !usesToolbox { add("@noshadows") }
    if let style, let json = StyleJSON.json(of: style) { add("@file(\(json.text()))") }
    if let json = rootJSON { add("@program(\(json.text()))") }
    let variables = workspace.variables
    let isListed = variables.isDeclared || variables.all.contains { $0.isDeclared }
    if needsVariables(used, isListed: isListed) {
      if !isListed { add("@novariables") }
      // If one variable must be listed, list all, so that their order doesn't change.
      let isNeeded = variables.all.contains { !isPlain($0) || statesIDs && !$0.hasImplicitID }
      if isListed || mentionsIDs || isNeeded {
        output.append(contentsOf: "@variables".utf8)
        for (index, variable) in variables.all.enumerated() { write(variable, isFirst: index == 0, to: &output) }
        add("")
      }
    }
    return output
  }

  /// Whether the variables can't be inferred from their uses.
  private func needsVariables(_ used: [String], isListed: Bool) -> Bool {
    let variables = workspace.variables.all
    if isListed == variables.isEmpty || mentionsIDs || variables.map(\.id) != used { return true }
    var lowercase: Set<String> = []
    return variables.contains { variable in
      !variable.isDeclared || !isPlain(variable) || statesIDs && !variable.hasImplicitID
        || !lowercase.insert(variable.name.lowercased()).inserted
    }
  }

  private func isPlain(_ variable: Variable) -> Bool {
    variable.type.isEmpty && !variable.statesEmptyType && names[variable.id]?.name == variable.name
  }

  private func write(_ variable: Variable, isFirst: Bool, to output: inout [UInt8]) {
    output.append(contentsOf: (isFirst ? " " : ", ").utf8)
    output.append(contentsOf: names[variable.id]?.bytes ?? [])
    if !variable.type.isEmpty || variable.statesEmptyType {
      output.append(contentsOf: ": ".utf8)
      NameText.appendQuoted(variable.type, to: &output)
    }
    if let name = names[variable.id]?.name, name != variable.name {
      output.append(contentsOf: " @named(\(JSONValue.string(variable.name).text()))".utf8)
    }
    if !variable.isDeclared { output.append(contentsOf: " @undeclared".utf8) }
    if statesIDs, !variable.hasImplicitID {
      output.append(contentsOf: " @id(\(JSONValue.string(variable.id).text()))".utf8)
    }
  }

  private var rootJSON: JSONValue? {
    let parts = workspace.unknownParts.flatMap { UnknownPartsJSON.json(of: $0, type: "", in: workspace) }
    let listsBlocks = workspace.topBlocks.isEmpty && workspace.listsBlocks
    guard parts != nil || listsBlocks else { return nil }
    return .object { json in
      if listsBlocks { json.member("listsBlocks", true) }
      if let parts { json.member("extra", parts) }
    }
  }
}

/// The layout of a program's file, as its differences from that of a new one.
enum StyleJSON {
  static func json(of style: ProgramStyle) -> JSONValue? {
    let standard = ProgramStyle.pretty(style.format)
    let json = JSONValue.object { json in
      json.member("format", style.format.rawValue)
      if style.prologue != "" { json.member("prologue", style.prologue) }
      if style.epilogue != "" { json.member("epilogue", style.epilogue) }
      if style.namespace != standard.namespace { json.member("namespace", style.namespace ?? "") }
      let lineBreak = style.format == .xml ? style.xml.lineBreak : style.json.lineBreak
      if style.ending.isEmpty {
        json.member("endsInLineBreak", false)
      } else if !style.ending.unicodeScalars.elementsEqual(lineBreak.unicodeScalars) {
        json.member("ending", style.ending)
      }
      if lineBreak != "\n" { json.member("lineBreak", lineBreak) }
      switch style.format == .xml ? style.xml.indent : style.json.indent {
      case standard.xml.indent: break
      case let indent: json.member("indent", orNull: indent)
      }
      if let limit = style.format == .xml ? style.xml.deepestIndentation : style.json.deepestIndentation {
        json.member("deepestIndentation", limit)
      }
      if style.format == .json, style.json.indent == nil, style.json.separatorSpace != "" {
        json.member("space", style.json.separatorSpace)
      }
      if style.format == .xml, style.xml.closesEmptyElements != standard.xml.closesEmptyElements {
        json.member("selfCloses", style.xml.closesEmptyElements)
      }
    }
    return json
  }

  /// The longest indentation of a level, in characters.
  private static let longestIndent = 1000

  /// Returns a message about an impossible layout; nil if it is valid. Anything but white space between the parts of a
  /// file would make it unreadable.
  static func fault(of json: JSONValue) -> String? {
    func isBlank(_ text: String) -> Bool { text.unicodeScalars.allSatisfy { " \t\r\n".unicodeScalars.contains($0) } }
    for name in ["indent", "space", "ending", "lineBreak"] {
      guard let text = json[name]?.string else { continue }
      if !isBlank(text) || name != "ending" && text.unicodeScalars.count > longestIndent {
        let bound = name == "ending" ? "" : ", \(longestIndent) characters at most"
        return "“\(name)” of “@file” must be white space\(bound)"
      }
    }
    if let prologue = json["prologue"]?.string, !prologue.isEmpty {
      let isXML = json["format"]?.string != ProgramFormat.json.rawValue
      let isReadable =
        isXML
        ? (try? XMLParser.parse(Array((prologue + "<xml/>").utf8), encoding: .utf8)) != nil
        : isBlank(prologue.replacing("\u{FEFF}", with: ""))
      if !isReadable { return "“prologue” of “@file” can't precede a program" }
    }
    return nil
  }

  /// Returns the layout that `json(of:)` described.
  static func style(of json: JSONValue) -> ProgramStyle {
    var style = ProgramStyle.pretty(json["format"]?.string.flatMap(ProgramFormat.init) ?? .xml)
    style.prologue = json["prologue"]?.string ?? ""
    style.epilogue = json["epilogue"]?.string ?? ""
    if let namespace = json["namespace"]?.string { style.namespace = namespace.isEmpty ? nil : namespace }
    let lineBreak = json["lineBreak"]?.string ?? "\n"
    style.ending = json["endsInLineBreak"]?.boolean == false ? "" : json["ending"]?.string ?? lineBreak
    let indent = json["indent"].map(\.string) ?? ProgramStyle.pretty(.xml).xml.indent
    let limit = json["deepestIndentation"]?.integer
    style.xml = XMLStyle(indent: indent, lineBreak: lineBreak, deepestIndentation: limit)
    style.json = JSONStyle(
      indent: indent, separatorSpace: json["space"]?.string ?? "", lineBreak: lineBreak, deepestIndentation: limit)
    if let selfCloses = json["selfCloses"]?.boolean { style.xml.closesEmptyElements = selfCloses }
    return style
  }
}
