/// The queue that the whole editor shares. It can be used from any thread.
///
/// A global constant named like a type, so that calls read `AppEventQueue.signal(event: .ready)`.
// swift-format-ignore: AlwaysUseLowerCamelCase
public let AppEventQueue = EventQueue<AppEvent>()
