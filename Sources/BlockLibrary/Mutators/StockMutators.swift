import BlockModel

/// The mutators of the stock blocks.
public enum StockMutators {
  /// Returns the mutators by their names in the stock definitions, for `BlockFactory.mutators`.
  /// - Parameter messages: the texts of the inputs, by Blockly's message names without `BKY_`.
  public static func all(messages: [String: String]) -> [String: any Mutator] {
    let words = MutatorDescription(messages)
    return [
      "controls_if_mutator": MutatorIfElse(words: words),
      "lists_create_with_mutator": MutatorListCreate(words: words),
      "text_join_mutator": MutatorTextJoin(words: words),
      "lists_getIndex_mutator": MutatorListGetIndex(),
      "lists_setIndex_mutator": MutatorListSetIndex(),
      "lists_getSublist_mutator": MutatorSublist(hasJSON: false),
      "text_getSubstring_mutator": MutatorSublist(hasJSON: true),
      "text_charAt_mutator": MutatorLetterAt(),
      "lists_split_mutator": MutatorListSplit(),
      "text_prompt_mutator": MutatorPrompt(),
      "math_is_divisibleby_mutator": MutatorNumberProperty(),
      "math_modes_of_list_mutator": MutatorListStatistics(),
      "procedures_def_mutator": MutatorProcedureDefinition(words: words),
      "procedures_call_mutator": MutatorProcedureCaller(words: words),
      "procedures_ifreturn_mutator": MutatorIfReturn(words: words),
    ]
  }
}
