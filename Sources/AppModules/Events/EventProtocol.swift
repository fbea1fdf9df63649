/// What a module tells: an enum, whose cases may have payloads that describe what has changed (seed 004).
nonisolated public protocol EventProtocol {}
