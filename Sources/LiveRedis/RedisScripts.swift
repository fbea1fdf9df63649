/// Lua scripts that the server runs atomically. A log is a stream, whose ids are the numbers of batches, and a hash
/// with the snapshot. Their keys are the first and the second one.
enum RedisScripts {
  /// The number of the last batch, and the program's hash after it: those of the stream's last entry, or of the
  /// snapshot if there is none.
  private static let top = """
    local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
    local snapshot = tonumber(redis.call('HGET', KEYS[2], 'number') or 0)
    local top = last and tonumber(string.match(last[1], '^%d+')) or snapshot
    local hash = last and last[2][2] or redis.call('HGET', KEYS[2], 'hash')
    local session = redis.call('HGET', KEYS[2], 'session')

    """

  /// Appends a batch, if the log is of the session, its top is one less, and the program at the top is the same.
  /// - Arguments: session, number, hash before, hash, batch.
  /// - Result: whether it is appended, as 1 or 0; the number of the snapshot; the top before, or -1 if it is another
  ///   program's.
  static let append =
    top + """
      if session ~= ARGV[1] then return {0, 0, -1} end
      if top ~= tonumber(ARGV[2]) - 1 then return {0, snapshot, top} end
      if hash ~= ARGV[3] then return {0, 0, -1} end
      redis.call('XADD', KEYS[1], ARGV[2] .. '-0', 'hash', ARGV[4], 'batch', ARGV[5])
      return {1, snapshot, top}
      """

  /// Looks at the log.
  /// - Arguments: a number that the host has.
  /// - Result: session, the snapshot's number and hash, top, the batch at the lower one of the number and the top.
  ///   Empty if there is no log.
  static let look =
    top + """
      if not session then return {} end
      local id = math.min(top, tonumber(ARGV[1])) .. '-0'
      local entry = redis.call('XRANGE', KEYS[1], id, id)[1]
      return {session, snapshot, redis.call('HGET', KEYS[2], 'hash'), top, entry and entry[2][4]}
      """

  /// Creates a log, or creates it again if the server has lost batches that no host can add.
  /// - Arguments: session, number, hash, snapshot, whether the log is new: 1 or 0.
  /// - Result: 1; 0 if there is a log, -1 if there is a stream without its snapshot.
  static let begin =
    top + """
      if ARGV[5] == '1' then
        if session then return 0 end
        if last then return -1 end
      elseif session and (session ~= ARGV[1] or top >= tonumber(ARGV[2])) then
        return 0
      end
      redis.call('DEL', KEYS[1])
      redis.call('HSET', KEYS[2], 'session', ARGV[1], 'number', ARGV[2], 'hash', ARGV[3], 'program', ARGV[4])
      return 1
      """

  /// Replaces the snapshot by a newer one, and removes the batches below it.
  /// - Arguments: session, number, hash, snapshot.
  /// - Result: the number of the snapshot.
  static let save =
    top + """
      if session ~= ARGV[1] or snapshot >= tonumber(ARGV[2]) or top < tonumber(ARGV[2]) then return snapshot end
      redis.call('HSET', KEYS[2], 'number', ARGV[2], 'hash', ARGV[3], 'program', ARGV[4])
      redis.call('XTRIM', KEYS[1], 'MINID', ARGV[2] .. '-0')
      return tonumber(ARGV[2])
      """

  /// Stores the people at this host, and returns those at the others. The first key is the set of hosts; each host has
  /// a key of its own that ends with its name, and expires.
  /// - Arguments: own name, own people, seconds.
  /// - Result: names and people of the others.
  static let meet = """
    redis.call('SADD', KEYS[1], ARGV[1])
    redis.call('SET', KEYS[1] .. ':' .. ARGV[1], ARGV[2], 'EX', ARGV[3])
    local all = {}
    for _, host in ipairs(redis.call('SMEMBERS', KEYS[1])) do
      local people = redis.call('GET', KEYS[1] .. ':' .. host)
      if not people then
        redis.call('SREM', KEYS[1], host)
      elseif host ~= ARGV[1] then
        table.insert(all, host)
        table.insert(all, people)
      end
    end
    return all
    """
}
