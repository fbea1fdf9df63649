// Roles that owners give, and people that they send away.
extension LiveHost {
  /// Gives a role to all who aren't owners, including people who join later.
  func giveAll(_ role: Role) {
    given.all = role
    given.people = [:]
    for author in given.authors.keys { given.authors[author]?.role = role }
    for member in members.values where !role.mayEdit || member.mostRole.mayEdit {
      if let person = member.person, person.role != .owner, person.role != role { give(role, to: person.author) }
    }
    // Their own hosts know the highest role that they can have.
    for person in others.values where !role.mayEdit && person.role.mayEdit { give(role, to: person.author) }
    whenRoleGiven?()
  }

  /// Gives a role to a person who isn't an owner.
  func give(_ role: Role, to author: String) {
    given.authors[author] = (role, authors[author].secret)
    if !role.mayEdit, runs[author] != nil { show(nil, of: author, but: nil) }
    for member in members.values
    where member.person?.author == author && member.person?.role != .owner && hasShapes(member) {
      member.person?.role = role
      if let owner = member.owner { given.people[owner.name] = role }
      if let person = member.person { tell(.person(person)) }
    }
    if var person = others[author], person.role != .owner {
      person.role = role
      others[author] = person
      tell(.person(person))
    }
    whenRoleGiven?()
  }

  /// Disconnects a person.
  func sendAway(_ author: String, by owner: HostedClient) {
    guard let member = members.values.first(where: { $0.person?.author == author }), let person = member.person else {
      return owner.send(.saved(message: "they have left already, or are at another host", isDone: false))
    }
    guard person.role != .owner else {
      return owner.send(.saved(message: "\(person.name) is an owner; owners can’t be sent away", isDone: false))
    }
    let remark = whenSentAway?(member).map { "; \($0)" } ?? ""
    member.end(HostMessage.CloseReason("you were sent away from \(name)", isFinal: true))
    leave(member)
    owner.send(.saved(message: "\(person.name) was sent away\(remark)", isDone: true))
  }
}
