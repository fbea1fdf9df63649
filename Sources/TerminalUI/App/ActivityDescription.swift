import EventQueues

/// What goes on in the background, in words.
enum ActivityDescription {
  /// What takes less is not told, as it is over before anybody has read it.
  private static let shortest = Duration.milliseconds(150)

  static func now(in queue: EventQueue<AppEvent>, _ now: ContinuousClock.Instant = .now) -> String {
    let running = queue.activitiesInProgress.filter { now - $0.since >= shortest }.map { words($0.event) }
    return running.isEmpty ? "" : running.joined(separator: ", ") + " …"
  }

  private static func words(_ activity: AppEvent) -> String {
    switch activity {
    case .definitionsLoaded, .fileParsed: "reading \(activity)"
    case .journalScanned: "looking for unsaved work"
    default: "\(activity)"
    }
  }
}
