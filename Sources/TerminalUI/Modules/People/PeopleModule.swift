import AppModules
import LiveSession
import Workbench

/// The events of the window about the people of a session.
nonisolated enum PeopleEvent: EditorEvent {
  case status(String)
}

/// The other people who edit the program: a list of them, and actions on each person and on all.
final class PeopleModule: EditorModule<Void, PeopleEvent>, Module, PageRepresenting {
  let pageName = "People"

  func unmanagedRootViewController() -> (any ViewController)? {
    guard let session = program.session else { return sharing }
    return people(session)
  }

  /// The window for a program that is not shared.
  private var sharing: Picker {
    Picker(
      title: pageName,
      entries: [ListPopup.Row("share this program", note: "others join with ‘\(scene.options.appName) join’")],
      verb: "share"
    ) { [self] _ in scene.sessions.share(program) }
  }

  private func people(_ session: SharedSession) -> Picker {
    var choices: [(row: ListPopup.Row, choose: () -> Void)] = session.others.map { person in
      let note = [
        person.presence.hasHandUp ? "hand up" : nil, person.role.rawValue, session.whereabouts(of: person),
        person.presence.run,
      ].compactMap(\.self).joined(separator: ", ")
      let name = person.author == session.following ? "\(person.name) (you follow)" : person.name
      return (ListPopup.Row(name, note: note), { [self] in push(actions(on: person, in: session)) })
    }
    if let (name, _) = session.handedOut {
      choices.insert(
        (ListPopup.Row("open \(name)", note: "you got it"), { [self] in scene.sessions.openHandedOut(session) }), at: 0)
    }
    if !session.isConnected {
      choices.append(
        (ListPopup.Row("connect now", note: session.offlineReason ?? ""), { [self] in scene.sessions.connectNow() }))
    }
    choices.append(
      (
        ListPopup.Row(session.hasHandUp ? "lower your hand" : "raise your hand"),
        {
          session.hasHandUp.toggle()
          self.showStatus(session.hasHandUp ? "your hand is up" : "your hand is down")
        }
      ))
    choices.append((ListPopup.Row("say something …"), { [self] in push(line(session)) }))
    if session.role.mayEdit {
      choices.append(
        (
          ListPopup.Row("ask all to look here"),
          { [self] in
            session.show()
            showStatus("all are asked to look where you are")
          }
        ))
      choices.append(
        (
          ListPopup.Row(session.sharesRuns ? "stop showing my run" : "show my run to all"),
          { [self] in
            session.toggleRuns()
            showStatus(
              session.sharesRuns ? "all see what the program prints when you run it" : "your runs are private")
          }
        ))
    }
    if session.role == .owner, session.isConnected {
      choices += rolesOfAll(session)
      choices.append((ListPopup.Row("links for browsers …"), { session.askForLinks(renews: false) }))
    }
    return Picker(title: pageName, entries: choices.map(\.row), verb: "choose") { choices[$0].choose() }
  }

  private func rolesOfAll(_ session: SharedSession) -> [(row: ListPopup.Row, choose: () -> Void)] {
    let roles = session.others.map(\.role)
    var choices: [(row: ListPopup.Row, choose: () -> Void)] = []
    if roles.contains(.editor) {
      choices.append(
        (
          ListPopup.Row("let all only watch"),
          { [self] in
            session.give(.watcher)
            showStatus("only owners may edit now, also among those who join later")
          }
        ))
    }
    if roles.contains(.watcher) {
      choices.append(
        (
          ListPopup.Row("let all edit"),
          { [self] in
            session.give(.editor)
            showStatus("all may edit now, also those who join later")
          }
        ))
    }
    return choices
  }

  private func actions(on person: Person, in session: SharedSession) -> Picker {
    var choices: [(row: ListPopup.Row, choose: () -> Void)] = [
      (ListPopup.Row("go where \(person.name) is"), { session.go(to: person.author) })
    ]
    if person.author == session.following {
      choices.append((ListPopup.Row("stop following"), { session.following = nil }))
    } else {
      choices.append((ListPopup.Row("follow \(person.name)"), { session.follow(person.author) }))
    }
    if session.showsRun(person.author) {
      choices.append((ListPopup.Row("see \(person.name)’s run"), { session.showRun(of: person.author) }))
    }
    if session.role == .owner, person.role != .owner {
      let role: Role = person.role.mayEdit ? .watcher : .editor
      choices.append(
        (
          ListPopup.Row(role.mayEdit ? "let \(person.name) edit" : "let \(person.name) only watch"),
          { session.give(role, to: person.author) }
        ))
    }
    if session.role == .owner {
      choices.append(
        (ListPopup.Row("send \(person.name) away …"), { [self] in push(question(aboutSendingAway: person, session)) }))
    }
    return Picker(title: person.name, entries: choices.map(\.row), verb: "choose") { choices[$0].choose() }
  }

  private func question(aboutSendingAway person: Person, _ session: SharedSession) -> ListPopup {
    ListPopup.question(
      "Send \(person.name) away? They can’t join \(session.name) again.",
      [
        Answer("let \(person.name) stay", keys: "n") {},
        Answer("send \(person.name) away", keys: "y") { session.sendAway(person.author) },
      ])
  }

  private func line(_ session: SharedSession) -> TextPopup {
    TextPopup(title: "Say to all", text: "", hint: "one line", anchor: .centre) { text in
      if text.contains(where: { !$0.isWhitespace }) { session.chat(text) }
      return nil
    }
  }
}
