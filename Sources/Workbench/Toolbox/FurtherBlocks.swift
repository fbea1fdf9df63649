import BlockFormats
import BlockLibrary
import BlockModel

/// The blocks whose definitions were found for a program: those of its app, or of its folder.
extension Toolbox {
  /// The toolbox with a category of such blocks, if there are any. They are read when the category is opened.
  /// - Parameter format: the format of the program's file.
  package func adding(furtherTypesOf factory: BlockFactory, in format: any FileFormat) -> Toolbox {
    let categories = categories.filter { !$0.isFound }
    guard factory.offersMore(format.name) else { return Toolbox(categories: categories) }
    var category = Category(
      name: format.app ?? "Custom blocks", colour: .none, content: .entries { Self.entries(of: factory.furtherTypes) })
    category.isFound = true
    category.hasSeparatorAbove = !categories.isEmpty
    return Toolbox(categories: categories + [category])
  }

  /// The blocks of some types. If there are many, they are grouped by the words that their types begin with.
  private static func entries(of types: [String]) -> [Entry] {
    var groups: [String] = []
    var members: [String: [Entry]] = [:]
    for type in types {
      let group = topic(of: type)
      if members[group] == nil { groups.append(group) }
      members[group, default: []].append(.block(BlockSnapshot(records: [BlockSnapshot.Record(type: type)])))
    }
    let hasHeadings = types.count > mostWithoutHeadings && groups.count > 1
    return groups.flatMap { group in (hasHeadings ? [.label(group)] : []) + (members[group] ?? []) }
  }

  private static let mostWithoutHeadings = 12

  /// The topic of a type: the words that it begins with, such as “dc motor” of `dcMotor_setPower`.
  static func topic(of type: String) -> String {
    let topic = type.prefix { $0 != "_" }
    return topic.isEmpty ? type : topic.separatingWords.lowercased()
  }
}

extension StringProtocol {
  /// The text with a space before each capital letter that follows a small one.
  var separatingWords: String {
    var words = ""
    for character in self {
      if character.isUppercase, words.last?.isLowercase ?? false { words += " " }
      words.append(character)
    }
    return words
  }
}

extension ToolboxContents {
  private static let mostOptions = 40

  /// A block with each option of its first dropdown that has several, as typed lines find it.
  func withOptions(_ item: ToolboxItem) -> [ToolboxItem] {
    guard case .insert(let snapshot) = item.action else { return [item] }
    let (name, values) = built(snapshot) { block in
      let dropdowns = (block?.inputs.flatMap(\.fields) ?? []).compactMap { $0 as? FieldDropdown }
      let dropdown = dropdowns.first { $0.options.count > 1 }
      return (dropdown?.name, dropdown?.options.map(\.value) ?? [])
    }
    guard let name, (2...Self.mostOptions).contains(values.count) else { return [item] }
    return values.map { value in
      var snapshot = snapshot
      snapshot.records[0].fields = [FieldRecord(name: name, state: .text(value))]
      return self.item(snapshot)
    }
  }
}
