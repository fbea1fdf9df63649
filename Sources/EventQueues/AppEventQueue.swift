/// The one queue that the whole editor shares. Another thread is handed it by the main one.
///
/// The name is the one that seed 002 gives it.
// swift-format-ignore: AlwaysUseLowerCamelCase
@MainActor public let AppEventQueue = EventQueue<AppEvent>()
