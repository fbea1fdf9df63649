/// A program in Python that doesn't end by itself. It prints something when it is ready to be stopped.
public enum StubbornProgram: String, CaseIterable, Sendable {
  case loop, sleep, flood
  /// Ignores SIGINT, and so do its child in another session and that one's child.
  case child

  public func scene() throws -> RunScene { try .python(code) }

  private var code: String {
    switch self {
    case .loop: "print('ready', flush=True)\nwhile True: pass"
    case .sleep: "import time\nprint('ready', flush=True)\ntime.sleep(600)"
    case .flood: "print('ready')\nwhile True: print('x' * 1000)"
    case .child:
      """
      import os, signal, time
      signal.signal(signal.SIGINT, signal.SIG_IGN)
      if os.fork() == 0:
        os.setsid()
        if os.fork() == 0: time.sleep(600)
        while True: pass
      print('ready', flush=True)
      while True: pass
      """
    }
  }
}
