import EventQueues
import Testing

/// Long jobs report how far they are to whoever asks.
@Suite struct ProgressTests {
  /// Collects what is reported.
  private final class Reports: @unchecked Sendable {
    var fractions: [Double] = []
    var words: [String?] = []
  }

  private func report(_ work: () -> Void) -> (Progress, [Double]) {
    let reports = Reports()
    let progress = Progress { reports.fractions.append($0.fraction) }
    Progress.$current.withValue(progress, operation: work)
    return (progress, reports.fractions)
  }

  @Test func aLoopReportsFromBeginningToEnd() {
    let (_, fractions) = report {
      var loop = Progress.Loop(of: 100_000)
      for _ in 0..<100_000 { loop.step() }
    }
    #expect(fractions.count == 50 && fractions == fractions.sorted() && fractions.last == 1)
  }

  @Test func aPartReportsItsShare() {
    let (progress, fractions) = report {
      Progress.within(0.5...0.7, Progress.Activity("searching", canStop: true)) {
        Progress.within(0.5...1) {
          var loop = Progress.Loop(of: 2048)
          for done in 1...2048 { loop.reach(done) }
        }
      }
    }
    #expect(fractions.count == 2 && abs(fractions[0] - 0.65) < 1e-9 && abs(fractions[1] - 0.7) < 1e-9)
    // It is over.
    #expect(progress.activity == nil)
  }

  @Test func anActivityIsKnownWhileItLasts() {
    let reports = Reports()
    let progress = Progress { reports.words.append($0.activity?.words) }
    func work() {
      var loop = Progress.Loop(of: 1)
      loop.reach(1024)
    }
    Progress.$current.withValue(progress) {
      Progress.within(0...1, Progress.Activity("reading")) {
        Progress.within(0...0.5, Progress.Activity("checking"), work)
        Progress.within(0.5...1, nil, work)
      }
      work()
    }
    #expect(reports.words == ["checking", "reading", nil])
  }

  /// What the user gave up too late must not cut short what comes after it, such as writing a file.
  @Test func whatComesAfterTheActivityGoesOn() {
    let progress = Progress { if $0.activity?.words == "searching" { $0.cancel() } }
    Progress.$current.withValue(progress) {
      Progress.within(0...1, Progress.Activity("searching", canStop: true)) {
        var loop = Progress.Loop(of: 1)
        loop.reach(1024)
      }
      #expect(progress.isCancelled)
      for activity in [nil, Progress.Activity("writing"), Progress.Activity("writing", canStop: true)] {
        Progress.within(0...1, activity) {
          var loop = Progress.Loop(of: 1)
          loop.reach(1024)
          #expect(!loop.mustStop)
        }
      }
      #expect(throws: Never.self) { try Progress.stopping("writing") {} }
    }
  }

  @Test func whatIsNotUsedIsGivenUp() {
    let progress = Progress { $0.cancel() }
    Progress.$current.withValue(progress) {
      #expect(throws: Progress.Cancelled.self) {
        try Progress.stopping("writing") {
          var loop = Progress.Loop(of: 1)
          loop.reach(1024)
        }
      }
    }
    #expect(!progress.isCancelled)
  }

  @Test func aLoopOverLargePartsGivesThemShares() {
    let (_, fractions) = report {
      var loop = Progress.Loop(of: 10_000)
      for _ in 0..<2 {
        Progress.within(loop.share(of: 5000)) {
          var inner = Progress.Loop(of: 5000)
          for _ in 0..<5000 { inner.step() }
        }
        loop.step(by: 5000)
      }
    }
    #expect(fractions == fractions.sorted() && fractions.last == 1 && fractions.count > 6)
  }

  @Test func nothingIsReportedWhereNobodyAsksOrWhatSaysNothing() {
    var loop = Progress.Loop(of: 1)
    loop.reach(.max)
    let (_, fractions) = report {
      Progress.within(nil) {
        var loop = Progress.Loop(of: 10)
        loop.reach(5000)
      }
    }
    #expect(fractions.isEmpty)
  }

  /// More steps than expected are no more than all.
  @Test func nothingIsMoreThanAll() {
    let (_, fractions) = report {
      var loop = Progress.Loop(of: 0)
      loop.reach(1_000_000)
      loop.reach(.max - 2000)
    }
    #expect(fractions == [1, 1])
  }

  @Test func aJobCanBeStopped() {
    let progress = Progress { if $0.fraction > 0.5 { $0.cancel() } }
    var done = 0
    Progress.$current.withValue(progress) {
      Progress.within(0.2...1) {
        var loop = Progress.Loop(of: 100_000)
        #expect(throws: Progress.Cancelled.self) {
          for _ in 0..<100_000 {
            loop.step()
            try loop.checkCancelled()
            done += 1
          }
        }
      }
    }
    #expect(done > 30_000 && done < 50_000 && !progress.isCancelled)
  }
}
