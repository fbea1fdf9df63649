/// What is left out of a comparison between a program that Mortise saved and one that Blockly saved. The order of
/// top-level blocks and of variables is never compared: events don't say it, and Blockly's undo changes both.
enum Exclusion: CaseIterable {
  /// Blockly 11 writes no state for `lists_split`, whose field MODE says the same; later ones write both.
  case stateOfSplit
  /// Blockly saves the name and type of a variable that a shadow's field refers to, which the id says; Mortise the id only.
  case variableNamesInShadows
  /// When the MODE of `lists_split` changes, Blockly forgets the shadow of INPUT for good, and no event could bring it
  /// back. Mortise keeps it.
  case inputShadowOfSplit
  /// Blockly 11 has no event for the size of a workspace comment; later ones have.
  case sizesOfComments

  // For what Mortise sends only:

  /// Blockly has no events for these and ignores Mortise's own ones.
  case elementsOfOurOwn
  /// An undone `inline` of a block whose definition says nothing of it is one that nobody has said anything of; Blockly
  /// makes `false` of it, where Mortise has nothing.
  case inlineFalse
  /// The shadow of a place in a list or text goes when the place needs no number, and Mortise's undo brings it back, which
  /// no event could do in Blockly.
  case shadowsOfPlaces
  /// Blockly gives “if … return” its shape where it stands, and none back when that is undone.
  case shapeOfReturns

  /// In both directions.
  static let always: Set<Exclusion> = [
    .stateOfSplit, .variableNamesInShadows, .inputShadowOfSplit, .sizesOfComments,
  ]
}
