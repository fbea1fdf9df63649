/// The one queue that the whole editor shares; any thread may name it.
///
/// It is a global with the name of a type so that it reads like one: `AppEventQueue.signal(event: .ready)`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let AppEventQueue = EventQueue<AppEvent>()
