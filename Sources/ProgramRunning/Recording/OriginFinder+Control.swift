/// The decisions by which statements ran, or didn't.
extension OriginFinder {
  /// Returns why the statement of an entry ran.
  func control(of entry: Int) -> FoundOrigin {
    let number = block(entry)
    guard number > 0 else { return FoundOrigin(kind: .always) }
    let holder = uses[number].role == .defines ? number : uses[number].holder
    if holder == 0 { return FoundOrigin(kind: .always) }
    if uses[holder].role == .defines { return called(frame(entry)) }
    var decided: Int?
    store.goBack(in: frame(entry), before: entry) { before, block in
      if block == holder { decided = before }
      return decided == nil
    }
    guard let decided else { return FoundOrigin(kind: .dropped) }
    var origin = FoundOrigin(kind: .ran, entry: decided, block: holder)
    switch uses[holder].role {
    case .chooses:
      let conditions = conditions(of: holder, upTo: uses[number].input)
      origin.kind = .decided(uses[number].input != "ELSE")
      origin.block = conditions.last ?? holder
      origin.parts = conditions.flatMap { parts(of: $0, in: decided) }
    case .loops:
      origin.kind = .decided(uses[holder].mode != "UNTIL")
      origin.block = uses.child(of: holder, "BOOL") ?? holder
      origin.parts = parts(of: uses.child(of: holder, "BOOL"), in: decided)
    case .repeats, .counts, .walks:
      let loop = loop(at: decided)
      origin.kind = .round(loop.round)
      origin.parts = valueChildren(of: holder).flatMap { parts(of: $0, in: loop.start) }
    default: break
    }
    return origin
  }

  private func called(_ call: Int) -> FoundOrigin {
    guard call >= 0, Int(store.calls[call].caller) >= store.log.startIndex else { return FoundOrigin(kind: .dropped) }
    let entry = Int(store.calls[call].caller)
    return FoundOrigin(kind: .called, entry: entry, block: block(entry))
  }

  /// Returns the conditions of an “if” that are tested before a branch runs, given the name of the branch's input.
  private func conditions(of block: Int, upTo input: String) -> [Int] {
    let children = uses.children(of: block).filter { $0.input.hasPrefix("IF") }
    guard let branch = Int(input.dropFirst(2)), input.hasPrefix("DO") else { return children.map(\.number) }
    return children.filter { Int($0.input.dropFirst(2)).map { $0 <= branch } ?? false }.map(\.number)
  }

  /// Returns the decision by which the statement of an entry ran, as a part that it used; nil if there is none.
  func controlPart(of entry: Int, _ kind: FoundOrigin.Kind) -> FoundOrigin.Part? {
    switch kind {
    case .absent, .always, .unset, .dropped: return nil
    default: break
    }
    if control(of: entry).kind == .always { return nil }
    return FoundOrigin.Part(
      kind: .control, block: block(entry), value: nil, time: UInt32(entry), source: .control(entry: entry))
  }

  /// Returns the subject to look up for a block: its effect when it last ran before a time, or the reason why it
  /// didn't.
  func source(of number: Int, before time: UInt32) -> OriginSource {
    let statement = plan.numbers.statement(of: number)
    guard let entry = lastVisit(of: statement, before: time), uses[number].isEnabled else {
      return .absence(block: number, time: time)
    }
    if uses[number].role == .defines, let call = store.call(at: UInt32(entry)), store.calls[call].end <= time {
      return .result(start: store.calls[call].start)
    }
    if number == statement { return .statement(entry: entry) }
    let isMissing = hasValues && uses[number].role != .literal && recordedValue(of: number, in: entry) == nil
    return isMissing ? .absence(block: number, time: time) : .value(block: number, entry: entry)
  }

  /// Whether the statement of an entry writes output.
  func writes(_ entry: Int) -> Bool { uses[block(entry)].role == .prints }

  // MARK: - Blocks that didn't run

  /// Returns the last entry of a statement before a time; nil if none is kept.
  func lastVisit(of statement: Int, before time: UInt32) -> Int? {
    store.previousEntry(before: Int(time)) { Int($0) == statement }
  }

  /// Returns why a block didn't run before a time.
  func absence(of number: Int, before time: UInt32) -> FoundOrigin {
    func absent(_ absence: FoundOrigin.Absence, _ entry: Int? = nil, _ block: Int) -> FoundOrigin {
      FoundOrigin(kind: .absent(absence), entry: entry, block: block)
    }
    var (time, counts) = (time, store.counts(before: Int(time)))
    var inner = plan.numbers.statement(of: number)
    var around = number
    while around > 0 {
      if !uses[around].isEnabled { return absent(around == number ? .disabled : .disabledAround, nil, around) }
      around = uses[around].holder
    }
    if counts[inner] > 0 { return unneeded(number, in: inner, before: time) }
    if let later = store.nextEntry(from: Int(time), where: { Int($0) == inner }) { return absent(.later, later, inner) }
    // For a block that never runs, the reason may be anywhere in the run.
    (time, counts) = (store.time, store.counts(before: Int(store.time)))
    while true {
      var above = uses[inner].previous
      while above > 0, counts[above] == 0 { above = uses[above].previous }
      if above > 0 { return stopped(after: above, before: time, visits: Int(counts[above])) }
      let holder = uses[inner].role == .defines ? inner : uses[inner].holder
      if holder == 0 { return ended(before: time) }
      if counts[holder] > 0 { return undecided(holder, uses[inner].input, before: time) }
      if uses[holder].role == .defines {
        var origin = absent(.notCalled(holder), nil, holder)
        origin.parts = uses.callers(of: holder).map {
          FoundOrigin.Part(kind: .caller, block: $0, value: nil, time: time, source: .absence(block: $0, time: time))
        }
        return origin
      }
      inner = holder
    }
  }

  /// Returns the absence of a block that the program didn't reach.
  private func ended(before time: UInt32) -> FoundOrigin {
    let last = lastEntry(before: time)
    return FoundOrigin(kind: .absent(.ended), entry: last, block: last.map(block) ?? 0)
  }

  /// Returns the reason why nothing ran after a statement that ran.
  private func stopped(after number: Int, before time: UInt32, visits: Int) -> FoundOrigin {
    guard let entry = lastVisit(of: number, before: time) else { return FoundOrigin(kind: .absent(.dropped)) }
    let frame = frame(entry)
    let range = number...plan.numbers.last(in: number)
    let hasReturned = frame >= 0 && store.calls[frame].end <= time
    let end = hasReturned ? store.calls[frame].end : time
    var last = statement(at: end, inFrame: frame) ?? entry
    if !range.contains(block(last)) {
      // The program continued elsewhere.
      last = entry
      store.goOn(in: frame, from: entry + 1) { following, block in
        guard following < Int(end), range.contains(block) else { return false }
        last = following
        return true
      }
    } else if !hasReturned {
      if uses[number].role.isLoop, visits > 1 {
        return FoundOrigin(kind: .absent(.endless(visits)), entry: entry, block: number)
      }
      return ended(before: time)
    }
    return FoundOrigin(kind: .absent(.left), entry: last, block: block(last))
  }

  /// Returns the reason why a block that ran didn't run the blocks in one of its inputs.
  private func undecided(_ holder: Int, _ input: String, before time: UInt32) -> FoundOrigin {
    guard let entry = lastVisit(of: holder, before: time) else { return FoundOrigin(kind: .absent(.dropped)) }
    let following = next(entry)
    if following >= Int(time), !endsWell && lastEntry(before: time) == entry || uses[holder].role == .defines {
      return ended(before: time)
    }
    var origin = FoundOrigin(kind: .absent(.noRound), entry: entry, block: holder)
    guard uses[holder].role == .chooses else {
      origin.parts = valueChildren(of: holder).flatMap { parts(of: $0, in: entry) }
      return origin
    }
    var taken = block(following)
    while taken > 0, uses[taken].holder != holder { taken = uses[taken].holder }
    let branch = taken > 0 && frame(following) == frame(entry) ? uses[taken].input : nil
    let wanted = conditions(of: holder, upTo: input)
    let asked = branch.map { conditions(of: holder, upTo: $0) } ?? wanted
    let isTrue = branch.map { $0.hasPrefix("DO") && (asked.count < wanted.count || input == "ELSE") }
    let deciding = isTrue == true ? asked : wanted
    // Whether branches without blocks ran isn't recorded.
    let isKnown = branch != nil || input == "DO0"
    origin.kind = .absent(.otherBranch(isKnown ? isTrue ?? false : nil))
    origin.block = deciding.last ?? holder
    origin.parts = deciding.flatMap { parts(of: $0, in: entry) }
    return origin
  }

  /// Returns the reason why a value wasn't needed when its statement last ran.
  private func unneeded(_ number: Int, in statement: Int, before time: UInt32) -> FoundOrigin {
    guard let entry = lastVisit(of: statement, before: time) else { return FoundOrigin(kind: .absent(.dropped)) }
    var inner = number
    while inner != statement {
      let holder = uses[inner].holder
      let first = uses.children(of: holder).first { plan.numbers.statement(of: $0.number) == statement }?.number
      if [.picks, .chooses, .returns].contains(uses[holder].role) || uses[holder].isLogical, let first, first != inner {
        return FoundOrigin(
          kind: .absent(.notNeeded), entry: entry, block: first, parts: parts(of: first, in: entry))
      }
      inner = holder
    }
    return ended(before: time)
  }
}
