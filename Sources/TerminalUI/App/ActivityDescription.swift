import EventQueues

/// Describes the running activities for the status line.
enum ActivityDescription {
  /// Shorter activities are not shown, as they end before users can read about them.
  private static let shortest = Duration.milliseconds(150)

  static func now(in queue: EventQueue<AppEvent>, _ now: ContinuousClock.Instant = .now) -> String {
    let running = queue.activitiesInProgress.filter { now - $0.since >= shortest }.map { description($0.event) }
    return running.isEmpty ? "" : running.joined(separator: ", ") + " …"
  }

  private static func description(_ activity: AppEvent) -> String {
    switch activity {
    case .definitionsLoaded, .fileParsed: "reading \(activity)"
    case .anotherRead, .folderListed: "reading \(activity), Esc gives up"
    case .journalScanned, .furtherJournalsScanned: "looking for unsaved work"
    default: "\(activity)"
    }
  }
}
