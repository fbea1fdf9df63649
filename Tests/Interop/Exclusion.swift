/// A difference to ignore when comparing programs saved by Mortise and Blockly. The order of top-level blocks and of
/// variables is never compared: events don't contain it, and Blockly's undo changes both.
enum Exclusion: CaseIterable {
  /// Blockly 11 saves no state for `lists_split`, whose field MODE contains it; later versions save both.
  case stateOfSplit
  /// Blockly saves the name and type of a variable in a shadow's field along with its id; Mortise only the id.
  case variableNamesInShadows
  /// When the MODE of `lists_split` changes, Blockly loses the shadow of INPUT, and no event could restore it. Mortise
  /// keeps it.
  case inputShadowOfSplit
  /// Blockly 11 has no event for the size of a workspace comment; later versions have.
  case sizesOfComments

  // Only for events from Mortise:

  /// Blockly has no events for these and ignores Mortise's own.
  case elementsOfOurOwn
  /// Undoing `inline` leaves it unspecified in Mortise if the block's definition doesn't specify it; Blockly sets it to
  /// `false`.
  case inlineFalse
  /// The shadow of a position in a list or text is removed when the position needs no number. Mortise's undo restores
  /// it, but no event could do so in Blockly.
  case shadowsOfPlaces
  /// Blockly gives “if … return” the shape for its function, and undo doesn't restore the old one.
  case shapeOfReturns

  /// For both directions.
  static let always: Set<Exclusion> = [
    .stateOfSplit, .variableNamesInShadows, .inputShadowOfSplit, .sizesOfComments,
  ]
}
