import Workbench

extension CanvasMode {
  /// The list of refactorings, and each of them in the list of commands.
  static let refactorings: [CanvasCommand] =
    [
      CanvasCommand(
        "refactor", "Q", title: "Refactor…", group: .blocks,
        help: "change blocks so that the program does the same: extract, inline, merge, split, convert",
        step: { $0.showRefactorings })
    ] + RefactoringKind.allCases.map { command($0) }

  private static func command(_ kind: RefactoringKind) -> CanvasCommand {
    let (title, help) = words(of: kind)
    if !kind.needsName {
      return CanvasCommand(kind.rawValue, title: title, group: .blocks, help: help, intent: .refactor(kind))
    }
    return CanvasCommand(
      kind.rawValue, title: title, group: .blocks, help: help,
      unavailable: { $0.module.workbench.refusal(of: .refactor(kind)) },
      run: { $0.module.emit(.open(.refactoring(name: kind.rawValue))) })
  }

  private static func words(of kind: RefactoringKind) -> (title: String, help: String) {
    switch kind {
    case .simplifyCondition: ("Simplify condition", "say the condition more simply: x instead of x = true")
    case .mergeIfs: ("Merge ifs", "make one if of two: with “and”, or with “else if”")
    case .sequenceToLoop: ("Sequence to loop", "put equal or evenly stepped statements into a loop")
    case .moveIntoFunction:
      ("Move into function", "move the statements into the function that is called beside them")
    case .inlineVariable: ("Inline variable", "put the value in the place of the variable")
    case .inlineFunction: ("Inline function", "put the function’s blocks in the place of the call")
    case .extractVariable: ("Extract variable…", "give the value a name, a new variable, wherever it is the same")
    case .extractValueFunction:
      ("Extract value function…", "make the value a function, and call it wherever it is the same")
    case .invert: ("Invert if or loop", "negate the condition, and swap the branches, or while and until")
    case .splitIf: ("Split if", "make two ifs of one with “and” or “else if”")
    case .convertToRepeat: ("Convert to repeat", "make the loop a “repeat”")
    case .convertToCount: ("Convert to count", "make the loop a “count with”")
    case .convertToWhile: ("Convert to while", "make the loop a “repeat while”")
    case .loopToSequence: ("Loop to sequence", "write out the rounds of the loop")
    case .extractFunction:
      ("Extract function…", "make the statements a function, and call it wherever they are the same")
    case .makeParameter: ("Make an input…", "make the value an input of its function")
    }
  }
}
