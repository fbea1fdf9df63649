import BlockFormats
import BlockLibrary
import BlockModel
import Markup
import SeededTesting

/// Programs of blocks of every kind, in likely and in unlikely places, the same for the same seed.
struct RandomProgram {
  private var random: SeededGenerator
  private let factory: BlockFactory
  private var records: [BlockSnapshot.Record] = []
  private var variables: [Variable] = []
  private let values: [String]
  /// The number of blocks from which no more follow below.
  private let limit: Int
  private let statements: [String]

  /// Makes a program of up to about `size` blocks, as it is read from a file in one of the formats.
  static func workspace(seed: UInt64, factory: BlockFactory, size: Int = 40) throws -> Workspace {
    var program = RandomProgram(seed: seed, factory: factory, limit: 10 * size)
    let workspace = program.make(size)
    let format: ProgramFormat = seed.isMultiple(of: 2) ? .xml : .json
    let bytes = ProgramWriter.write(workspace, style: .compact(format)).bytes
    return try ProgramReader.read(bytes, factory: factory, randomness: SeededNumbers(seed: seed)).workspace
  }

  private init(seed: UInt64, factory: BlockFactory, limit: Int) {
    self.limit = limit
    random = SeededGenerator(seed: seed)
    self.factory = factory
    let builders = factory.definedTypes.compactMap { factory.blockBuilders[$0] }
    values = builders.filter(\.output.isPresent).map(\.type) + ["unknown value", "my_value"]
    statements = builders.filter { !$0.output.isPresent }.map(\.type) + ["unknown statement", "my_statement"]
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
  private mutating func pick<T>(_ items: [T]) -> T { items[Int.random(in: 0..<items.count, using: &random)] }

  private static let names = [
    "x", "i", "total", "item", "count", "list of things", "e", "length", "to", "", "_", "1st", "x y", "é", "名前", "a`b",
    "a\"b", "a\\b", "if", "print", "do", "from", "X", "times", "(x)", "//", "line\nbreak", "true", "x", "π", "and",
    "is",
  ]

  private mutating func name() -> String { chance(90) ? pick(Self.names) : HardValues.text(using: &random) }
  private mutating func text() -> String {
    chance(60) ? pick(["", "abc", "Fizz", "a b"]) : HardValues.text(using: &random)
  }

  private mutating func make(_ size: Int) -> Workspace {
    let workspace = Workspace(factory: factory, randomness: SeededNumbers(seed: random.next()))
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      var state = VariableState(
        id: BlocklyID.random(using: &random), name: name(), type: chance(85) ? "" : pick(["Number", "a b", "Colour"]))
      state.hasImplicitID = chance(30)
      state.isDeclared = chance(85)
      variables.append(workspace.variables.add(state))
    }
    workspace.variables.isDeclared = chance(70)
    let target = Int.random(in: 0...size, using: &random)
    while records.count < target { top() }
    var snapshot = BlockSnapshot(records: records)
    snapshot.countRecords()
    factory.build(snapshot, in: workspace)
    for _ in 0..<(chance(20) ? 2 : 0) {
      var comment = CommentSnapshot(
        id: BlocklyID.random(using: &random), text: text(), position: WorkspacePoint(x: 5, y: 7),
        size: chance(50) ? WorkspaceSize(width: 120, height: 100.5) : nil)
      comment.isCollapsed = chance(20)
      comment.hasImplicitID = chance(20)
      workspace.add(
        WorkspaceComment(comment), behindBlocks: Int.random(in: 0...workspace.topBlocks.count, using: &random))
    }
    return workspace
  }

  // MARK: - Blocks

  private struct Pending {
    var parent: Int
    var slot: BlockSnapshot.Slot
    var isValue: Bool
    var isShadow: Bool
    var isCovered = false
    var depth: Int
  }

  private mutating func top() {
    let index = add(Pending(parent: -1, slot: .top, isValue: chance(25), isShadow: chance(2), depth: 0))
    if chance(80) {
      records[index].position = WorkspacePoint(x: Double(Int.random(in: -50...500, using: &random)) / 2, y: 1)
    }
  }

  /// Adds a block with what it holds. Programs here are shallow, so a list of pending blocks is enough.
  private mutating func add(_ first: Pending) -> Int {
    let start = records.count
    var pending = [first]
    while let next = pending.popLast() { one(next, &pending) }
    return start
  }

  private mutating func one(_ place: Pending, _ pending: inout [Pending]) {
    // Now and then a block stands where it doesn't belong.
    let type = pick(place.isValue != chance(1) ? values : statements)
    var record = BlockSnapshot.Record(
      type: type, id: chance(80) ? BlocklyID.random(using: &random) : nil, parent: place.parent, slot: place.slot)
    record.isShadow = place.isShadow
    record.isCovered = place.isCovered
    if chance(4) { record.inline = chance(50) }
    addExtras(&record)
    mutate(&record)
    let index = records.count
    // A block alone tells its inputs and fields.
    let scratch = Workspace(factory: factory, randomness: SeededNumbers(seed: 3))
    let block = factory.build(BlockSnapshot(records: [alone(record)]), in: scratch)[0]
    for field in block.inputs.flatMap(\.fields) where chance(95) { addField(field, &record) }
    let shaped = factory.build(BlockSnapshot(records: [alone(record)]), in: scratch)[0]
    if block.isUnknown {
      for number in 0..<Int.random(in: 0...3, using: &random) {
        let state: FieldState = [.text(text()), .number(HardValues.number(using: &random)), .boolean(true)][number % 3]
        record.fields.append(FieldRecord(name: pick(["A", "b c", "NUM"]) + "\(number)", state: state))
      }
    }
    records.append(record)
    var children: [Pending] = []
    func child(_ slot: BlockSnapshot.Slot, isValue: Bool) {
      let roll = Int.random(in: 0..<100, using: &random)
      let shadow = Pending(parent: index, slot: slot, isValue: isValue, isShadow: true, depth: place.depth + 1)
      var covered = shadow
      covered.isCovered = true
      var real = shadow
      real.isShadow = place.isShadow
      if roll < 25 { children.append(shadow) }
      if roll >= 25, roll < 45, !place.isShadow { children.append(covered) }
      if roll >= 25 { children.append(real) }
    }
    for input in shaped.inputs where place.depth < (limit > 100 ? 7 : 4) {
      guard input.connection != nil, chance(75) else { continue }
      child(.input(name: input.name, kind: input.kind), isValue: input.kind == .value)
    }
    if block.isUnknown, place.depth < (limit > 100 ? 7 : 4), chance(60) {
      child(.input(name: "DO it", kind: .statement), isValue: false)
      child(.input(name: "V", kind: .value), isValue: true)
    }
    if !place.isValue, chance(place.depth == 0 ? 80 : 50), !place.isShadow, records.count < limit {
      children.append(Pending(parent: index, slot: .next, isValue: false, isShadow: chance(2), depth: place.depth))
    }
    pending += children.reversed()
  }

  private func alone(_ record: BlockSnapshot.Record) -> BlockSnapshot.Record {
    var copy = record
    (copy.id, copy.parent, copy.slot, copy.isCovered, copy.isShadow) = (nil, -1, .top, false, false)
    copy.extras = nil
    return copy
  }

  private mutating func addField(_ field: Field, _ record: inout BlockSnapshot.Record) {
    guard let name = field.name, field.isSaved else { return }
    let state: FieldState
    switch field {
    case let field as FieldDropdown: state = .text(chance(98) ? pick(field.options).value : "no option")
    case is FieldNumber:
      state =
        chance(97)
        ? .number(chance(50) ? Double(Int.random(in: -9...99, using: &random)) : HardValues.number(using: &random))
        : .text("abc")
    case is FieldCheckbox: state = .boolean(chance(50))
    case is FieldVariable:
      if variables.isEmpty || chance(10) { return }
      let variable = pick(variables)
      state = .variable(
        VariableReference(id: variable.id, name: variable.name, type: variable.type.isEmpty ? nil : variable.type))
    default: state = .text(name == "NAME" ? self.name() : text())
    }
    record.fields.append(FieldRecord(name: name, state: state))
  }

  private mutating func addExtras(_ record: inout BlockSnapshot.Record) {
    guard chance(12) else { return }
    var values = BlockSnapshot.Extras.Values()
    values.isCollapsed = chance(30)
    values.isDeletable = !chance(10)
    values.isMovable = !chance(10)
    values.isEditable = !chance(10)
    if chance(30) { values.disabledReasons = chance(70) ? [Block.manuallyDisabled] : [text() + "r", text()] }
    if chance(40) { values.comment = BlockComment(text: text()) }
    if values.comment != nil, chance(30) { values.comment?.size = WorkspaceSize(width: 10, height: 20) }
    if chance(20) { values.data = text() }
    if chance(15) {
      var parts = UnknownParts()
      parts.members.append(UnknownParts.Member(key: "plugin", value: .object(["a": .string(text())])))
      parts.attributes.append(XMLAttribute("gap", "8"))
      values.unknownParts = parts
    }
    record.createdExtras.values = values
  }

  private mutating func mutate(_ record: inout BlockSnapshot.Record) {
    switch factory.blockBuilders[record.type]?.mutator {
    case is MutatorIfElse:
      if chance(60) {
        record.mutation = MutationState(
          json: .building { json in
            json.beginObject()
            if chance(60) { json.member("elseIfCount", Double(Int.random(in: 0...3, using: &random))) }
            if chance(60) { json.member("hasElse", true) }
            json.endObject()
          })
      }
    case is MutatorItems:
      if chance(80) {
        record.mutation = MutationState(
          json: .object(["itemCount": .number(Double(Int.random(in: 0...5, using: &random)))]))
      }
    case is MutatorProcedureDefinition:
      let named = variables.filter { $0.type.isEmpty }
      let parameters = (0..<(named.isEmpty ? 0 : Int.random(in: 0...3, using: &random))).map { _ in pick(named) }
      let statesIDs = chance(80)
      record.mutation = MutationState(
        xml: .building("mutation") { xml in
          for parameter in parameters {
            xml.begin("arg")
            xml.attribute("name", parameter.name)
            if statesIDs { xml.attribute("varid", parameter.id) }
            xml.end()
          }
        })
    case is MutatorProcedureCaller:
      let names = (0..<Int.random(in: 0...3, using: &random)).map { _ in name() }
      record.mutation = MutationState(
        json: .building { json in
          json.beginObject()
          json.member("name", name())
          if !names.isEmpty {
            json.key("params")
            json.beginArray()
            for name in names { json.string(name) }
            json.endArray()
          }
          json.endObject()
        })
    case is MutatorIfReturn:
      record.mutation = MutationState(xml: .building("mutation") { $0.attribute("value", chance(50) ? "1" : "0") })
    case nil where factory.blockBuilders[record.type] == nil && chance(30):
      record.mutation = MutationState(xml: .building("mutation") { $0.attribute("n", "1") })
    default: break
    }
  }
}
