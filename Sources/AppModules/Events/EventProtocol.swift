/// An event of a module: an enum whose cases may have payloads that describe the change.
nonisolated public protocol EventProtocol {}
