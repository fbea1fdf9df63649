/// The rules of Mortise.
public enum AdviceRules {
  /// The rules for findings, in the order in which those of a block are listed.
  public static let all: [any AdviceRule] = [
    NeverSetRule(), UnreachableRule(), EndlessRecursionRule(), IndexRangeRule(), EmptyInputRule(), EmptyBodyRule(),
    MaybeUnsetRule(), OverwrittenRule(), LoopVariableRule(), ConstantConditionRule(), SameOperandsRule(),
    EndlessLoopRule(), ZeroLoopRule(), OnePassLoopRule(), LooseValueRule(), TextAsNumberRule(), ListInLoopRule(),
    SameBranchesRule(), UnusedVariableRule(), ManyStacksRule(), UncalledFunctionRule(), UnusedParameterRule(),
    BoolIfRule(), NestedIfRule(), DuplicateStackRule(),
  ]
  /// The rules that find what is done well.
  public static let praise: [any AdviceRule] = [UsesFunctionRule(), NoRepetitionRule()]
}
