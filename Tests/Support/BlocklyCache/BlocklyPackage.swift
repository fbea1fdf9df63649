import Glibc

/// The location of the Blocklys that `bin/test` downloaded.
public enum BlocklyPackage {
  /// The chunks of the PyPI package jupyterlab-blockly, with Blockly 11: the folder in `MORTISE_BLOCKLY`, or the one in
  /// the cache.
  public static let folder = place("MORTISE_BLOCKLY", "jupyterlab-blockly-0.3.3")

  /// The same, and the scripts of Blockly 12 from the PyPI package mc-shell, or those in `MORTISE_BLOCKLY_12`, if they are
  /// there.
  public static let folders: [String] =
    [folder] + [place("MORTISE_BLOCKLY_12", "mc-shell-0.9.10")].filter { access($0, R_OK) == 0 }

  private static func place(_ name: String, _ package: String) -> String {
    if let folder = variable(name) { return folder }
    let cache = variable("XDG_CACHE_HOME") ?? (variable("HOME") ?? "") + "/.cache"
    return cache + "/mortise/" + package
  }

  /// Where Debian installs node modules.
  public static let nodeModules = variable("NODE_PATH") ?? "/usr/share/nodejs"

  public static let isThere = missingDependency == nil
  public static let absence = missingDependency.map { "\($0); bin/test fetches it" } ?? ""

  private static let missingDependency: String? = {
    if access(folder, R_OK) != 0 { return "there is no Blockly in \(folder)" }
    let paths = (variable("PATH") ?? "").split(separator: ":")
    if !paths.contains(where: { access($0 + "/node", X_OK) == 0 }) { return "there is no “node” in PATH" }
    if !nodeModules.split(separator: ":").contains(where: { access($0 + "/jsdom", R_OK) == 0 }) {
      return "there is no jsdom in \(nodeModules)"
    }
    return nil
  }()

  public static func variable(_ name: String) -> String? {
    guard let value = getenv(name).map({ String(cString: $0) }), !value.isEmpty else { return nil }
    return value
  }
}
