import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import ProgramDiff
import Testing

/// All pairs of small edits of a stack: a merge without conflicts makes of them what one edit makes of the other's program.
struct CommutingEditsTests {
  /// A statement: one that prints its number, or a loop around others.
  private struct Statement: Equatable {
    var number: Int
    /// The number of the statement of the base in whose place it is.
    var replaced: Int?
    /// Whether it appends its number to a variable instead.
    var isOther = false
    var isDisabled = false
    var body: [Statement]?
  }

  private enum Edit {
    case insert(Int, below: Int)
    case insertOnTop(Int)
    case delete(Int)
    case disable(Int)
    case replace(Int, with: Int)
    /// Gives a statement another type, but no other id.
    case retype(Int)
    case move(Int, below: Int)
    case moveToTop(Int)
    /// Puts a loop with a number around the statements from one to another.
    case wrap(Int, around: ClosedRange<Int>)
  }

  private static let length = 5

  private static func edits(_ side: Int) -> [Edit] {
    let all = 0..<length
    return all.map { .insert(10 * side, below: $0) } + all.map(Edit.delete) + all.map(Edit.disable)
      + all.map { .replace($0, with: 10 * side + 2) } + all.map(Edit.retype)
      + all.dropFirst().map(Edit.moveToTop) + [.insertOnTop(10 * side)]
      + all.flatMap { first in (first..<length).map { .wrap(10 * side + 1, around: first...$0) } }
      + all.flatMap { moved in
        all.filter { $0 != moved && $0 != moved - 1 }.map { .move(moved, below: $0) }
      }
  }

  /// Calls a closure with the list that holds a statement, and its index there.
  /// - Parameter isPlace: whether another statement in its place will do.
  private static func change(
    _ number: Int, in list: inout [Statement], isPlace: Bool = false, _ closure: (inout [Statement], Int) -> Bool
  ) -> Bool {
    if let index = list.firstIndex(where: { $0.number == number || isPlace && $0.replaced == number }) {
      return closure(&list, index)
    }
    for index in list.indices where list[index].body != nil {
      if change(number, in: &list[index].body!, isPlace: isPlace, closure) { return true }
    }
    return false
  }

  /// - Returns: the program after an edit; nil if it can't be made.
  private static func apply(_ edit: Edit, to program: [Statement]) -> [Statement]? {
    var program = program
    var taken: Statement?
    func take(_ number: Int) -> Bool {
      change(number, in: &program) { list, index in
        taken = list.remove(at: index)
        return true
      }
    }
    func put(_ statement: Statement, below number: Int) -> Bool {
      change(number, in: &program, isPlace: true) { list, index in
        list.insert(statement, at: index + 1)
        return true
      }
    }
    func putOnTop(_ statement: Statement) -> Bool {
      program.insert(statement, at: 0)
      return true
    }
    let isDone =
      switch edit {
      case .insert(let number, let above): put(Statement(number: number), below: above)
      case .insertOnTop(let number): putOnTop(Statement(number: number))
      case .delete(let number): take(number)
      case .disable(let number):
        change(number, in: &program) { list, index in
          list[index].isDisabled = true
          return true
        }
      case .replace(let number, let new):
        change(number, in: &program) { list, index in
          list[index] = Statement(number: new, replaced: number, isOther: true)
          return true
        }
      case .retype(let number):
        change(number, in: &program) { list, index in
          list[index].isOther = true
          return true
        }
      case .move(let number, let above): take(number) && put(taken!, below: above)
      case .moveToTop(let number): take(number) && putOnTop(taken!)
      case .wrap(let number, let range):
        change(range.lowerBound, in: &program, isPlace: true) { list, first in
          let last = list.firstIndex { $0.number == range.upperBound || $0.replaced == range.upperBound }
          guard let last, last >= first else {
            return false
          }
          list[first...last] = [Statement(number: number, body: Array(list[first...last]))]
          return true
        }
      }
    return isDone ? program : nil
  }

  private static func xml(_ list: [Statement], hasIDs: Bool) -> String {
    list.reversed().reduce("") { next, statement in
      let value =
        "<block type='text'\(hasIDs ? " id='t\(statement.number)'" : "")>"
        + "<field name='TEXT'>line \(statement.number)</field></block>"
      let parts =
        statement.body.map {
          "<value name='TIMES'><shadow type='math_number'><field name='NUM'>\(statement.number)</field></shadow></value>"
            + ($0.isEmpty ? "" : "<statement name='DO'>\(xml($0, hasIDs: hasIDs))</statement>")
        } ?? (statement.isOther ? "<field name='VAR' id='v'>v</field>" : "") + "<value name='TEXT'>\(value)</value>"
      let type = statement.isOther ? "text_append" : statement.body == nil ? "text_print" : "controls_repeat_ext"
      return "<block type='\(type)'"
        + (hasIDs ? " id='s\(statement.number)'" : "")
        + (statement.isDisabled ? " disabled-reasons='MANUALLY_DISABLED'" : "")
        + ">\(parts)\(next.isEmpty ? "" : "<next>\(next)</next>")</block>"
    }
  }

  @Test(arguments: [false, true]) func pairs(hasIDs: Bool) throws {
    let factory = try Stock.factory.get()
    let files = ProgramFiles(factory: factory)
    func bytes(_ program: [Statement]) -> [UInt8] {
      Array("<xml><variables><variable id='v'>v</variable></variables>\(Self.xml(program, hasIDs: hasIDs))</xml>".utf8)
    }
    let base = (0..<Self.length).map { Statement(number: $0) }
    func groups(_ side: Int) -> [(program: [Statement], edits: [Edit])] {
      Self.edits(side).reduce(into: []) { groups, edit in
        guard let program = Self.apply(edit, to: base) else { return }
        if let index = groups.firstIndex(where: { $0.program == program }) {
          groups[index].edits.append(edit)
        } else {
          groups.append((program, [edit]))
        }
      }
    }
    let (firsts, seconds) = (groups(1), groups(2))
    var wrong: [String] = []
    for (ours, own) in firsts {
      for (theirs, others) in seconds {
        // Each is put behind the other: then either may come first.
        if case .move(let one, let above) = own[0], case .move(above, below: one) = others[0] { continue }
        // To exchange two neighbours is to move one or the other.
        let accepted = own.flatMap { first in
          others.flatMap { [Self.apply($0, to: ours), Self.apply(first, to: theirs)] }
        }
        guard !accepted.contains(nil) else { continue }
        let outcome = try TripleOfPrograms(
          base: bytes(base), ours: bytes(ours), theirs: bytes(theirs), factory: factory
        ).merge(files: files)
        guard outcome.merge.conflicts.isEmpty else { continue }
        let texts = try accepted.map { program in
          StableText.text(
            of: try PairOfPrograms.read(bytes(program ?? []), factory).workspace, library: .of(factory))
        }
        let result = StableText.text(of: outcome.result, library: .of(factory))
        if !texts.contains(result) {
          let lines = result.replacing("print \"line ", with: "").replacing("\"", with: "")
          wrong.append("\(own), \(others): \(lines.replacing("\n", with: " / "))")
        }
      }
    }
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(5))")
  }

  /// Where ours changes nothing, the result is theirs.
  @Test(arguments: [false, true]) func twoEditsOfOneSide(hasIDs: Bool) throws {
    let factory = try Stock.factory.get()
    let files = ProgramFiles(factory: factory)
    func bytes(_ program: [Statement]) -> [UInt8] {
      Array("<xml><variables><variable id='v'>v</variable></variables>\(Self.xml(program, hasIDs: hasIDs))</xml>".utf8)
    }
    let base = (0..<Self.length).map { Statement(number: $0) }
    for (index, first) in Self.edits(1).enumerated() {
      // A part of the pairs, another one with ids.
      for second in Self.edits(2).enumerated() where (index + second.offset + (hasIDs ? 1 : 0)).isMultiple(of: 4) {
        guard let changed = Self.apply(first, to: base), let theirs = Self.apply(second.element, to: changed) else {
          continue
        }
        let outcome = try TripleOfPrograms(
          base: bytes(base), ours: bytes(base), theirs: bytes(theirs), factory: factory
        ).merge(files: files)
        let wanted = try PairOfPrograms.read(bytes(theirs), factory).workspace
        #expect(
          outcome.merge.conflicts.isEmpty && outcome.meaning == PairOfPrograms.meaning(of: wanted),
          "\(first), \(second.element)")
      }
    }
  }
}
