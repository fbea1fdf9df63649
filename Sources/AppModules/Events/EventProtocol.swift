/// What a module tells: an enum, whose cases may have payloads that describe what has changed.
nonisolated public protocol EventProtocol {}
