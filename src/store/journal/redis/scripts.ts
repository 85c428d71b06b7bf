/** What must happen in Redis in one step: keeping something, and letting go of what is too old or too much. */

/**
 * Keys: index, lines, sizes, beginning of those of envelopes.
 *
 * Then the bounds: the time from which on things are kept, how long the keys live without anything new, and how
 * many bytes there may be. Then what is added: its bytes, the number of its entries, and
 * either its index, its name and its lines, or an exchange and an envelope of it.
 */
export const ADD = `
local call, index, lines, sizes = redis.call, KEYS[1], KEYS[2], KEYS[3]
local oldest, life, most, size, entries = tonumber(ARGV[1]), ARGV[2], tonumber(ARGV[3]), ARGV[4], ARGV[5]
local new = call('EXISTS', index) == 0
-- A full Redis refuses what grows if it is the first that a script writes.
local id = call('XADD', index, '*', 'bytes', size, 'entries', entries, ARGV[6], ARGV[7])
if new then call('DEL', sizes, lines) end
if ARGV[6] == 'page' then
  call('XADD', lines, id, 'name', ARGV[8], 'lines', ARGV[9])
else
  call('RPUSH', KEYS[4] .. ARGV[7], ARGV[8])
  call('PEXPIRE', KEYS[4] .. ARGV[7], life)
end
local bytes = call('HINCRBY', sizes, 'bytes', size)
call('HINCRBY', sizes, 'entries', entries)
-- At most so many, so that others have their turn: the next one goes on.
for _ = 1, 100 do
  local first = call('XRANGE', index, '-', '+', 'COUNT', 1)[1]
  if not first or first[1] == id then break end
  local at = tonumber(string.match(first[1], '^%d+'))
  if bytes <= most and at >= oldest then break end
  local has = first[2]
  call('XDEL', index, first[1])
  if has[5] == 'page' then call('XDEL', lines, first[1]) else call('LPOP', KEYS[4] .. has[6]) end
  bytes = call('HINCRBY', sizes, 'bytes', 0 - has[2])
  call('HINCRBY', sizes, 'entries', 0 - has[4])
end
for at = 1, 3 do call('PEXPIRE', KEYS[at], life) end
return bytes`
