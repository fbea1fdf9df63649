/// The events of running programs.
nonisolated enum RunningEvent: Equatable {
  case status(String)
  case open(Route)
  /// The program asks for input.
  case asked
  case ended
}

// Apart from the declaration, or the optimizing compiler takes the cases for those of an enum of the main actor.
nonisolated extension RunningEvent: RoutingEvent {}
