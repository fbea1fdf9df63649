import MortiseCommandLine

/// The entry point.
@main enum Mortise {
  static func main() { MortiseApp().main() }
}
