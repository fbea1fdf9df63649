import BlockModel

/// The mutators of the stock blocks.
public enum StockMutators {
  /// New mutators by their names in the stock definitions, for `BlockFactory.mutators`.
  public static var all: [String: any Mutator] {
    [
      "controls_if_mutator": MutatorIfElse(),
      "lists_create_with_mutator": MutatorListCreate(),
      "text_join_mutator": MutatorTextJoin(),
      "lists_getIndex_mutator": MutatorListGetIndex(),
      "lists_setIndex_mutator": MutatorListSetIndex(),
      "lists_getSublist_mutator": MutatorSublist(hasJSON: false),
      "text_getSubstring_mutator": MutatorSublist(hasJSON: true),
      "text_charAt_mutator": MutatorLetterAt(),
      "lists_split_mutator": MutatorListSplit(),
      "text_prompt_mutator": MutatorPrompt(),
      "math_is_divisibleby_mutator": MutatorNumberProperty(),
      "math_modes_of_list_mutator": MutatorListStatistics(),
      "procedures_def_mutator": MutatorProcedureDefinition(),
      "procedures_call_mutator": MutatorProcedureCaller(),
      "procedures_ifreturn_mutator": MutatorIfReturn(),
    ]
  }
}
