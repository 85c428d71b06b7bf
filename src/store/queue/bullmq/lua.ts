/** What all scripts in Redis share: where BullMQ has its jobs, and how one is added, let go and dropped. */

/** Events that are kept; a job makes about four. */
export const EVENTS = 10_000

/**
 * Jobs that are held for their lane stand among BullMQ's delayed ones at this score, behind whatever
 * has a date: BullMQ keeps there the milliseconds times 4096.
 */
export const HELD = String(2 ** 65)

/**
 * Follows what the scripts of BullMQ 6.7.0 do: `wait` is a list that is read from its right, `delayed` a
 * sorted set, `marker` wakes the workers up, and a job that runs has a lock.
 */
export const COMMON = `
local base, own = KEYS[1], string.sub(KEYS[1], 1, -6)
local call = redis.call
local function event(name, id, ...)
  call('XADD', base .. 'events', 'MAXLEN', '~', ${EVENTS}, '*', 'event', name, 'jobId', id, ...)
end
local function state(id, now)
  if call('ZSCORE', base .. 'completed', id) then return 'done' end
  if call('ZSCORE', base .. 'failed', id) then return 'dead' end
  local score = tonumber(call('ZSCORE', base .. 'delayed', id) or '')
  if score then
    if score >= ${HELD} or score < (now + 1) * 4096 then return 'waiting' end
    return 'delayed'
  end
  if call('EXISTS', base .. id .. ':lock') == 1 then return 'running' end
  return call('EXISTS', base .. id) == 1 and 'waiting' or ''
end
local function held(id)
  local score = call('ZSCORE', base .. 'delayed', id)
  return score and tonumber(score) >= ${HELD}
end
local function release(id)
  call('ZREM', base .. 'delayed', id)
  call('LPUSH', base .. 'wait', id)
  if call('HEXISTS', base .. 'meta', 'paused') == 0 then call('ZADD', base .. 'marker', 0, '0') end
  call('HSET', base .. id, 'delay', '0')
  event('waiting', id)
end
local function advance(lane)
  local id = call('LINDEX', lane, 0)
  while id do
    if held(id) then
      -- However long it was held, that does not make the queue late.
      call('HSET', base .. id, 'again', '1')
      return release(id)
    end
    local now = state(id, 0)
    if now ~= '' and now ~= 'done' and now ~= 'dead' then return end
    call('LPOP', lane)
    id = call('LINDEX', lane, 0)
  end
  call('SREM', own .. 'lanes', lane)
end
local function turn(id)
  local lane = call('HGET', base .. id, 'lane')
  if not lane or lane == '' then return release(id) end
  call('ZADD', base .. 'delayed', ${HELD}, id)
  call('RPUSH', lane, id)
  call('SADD', own .. 'lanes', lane)
  advance(lane)
end
local function present(blobs)
  for key in string.gmatch(blobs, '%S+') do
    if call('EXISTS', key) == 0 then error('an attachment is gone') end
  end
end
local function share(blobs)
  for key in string.gmatch(blobs, '%S+') do
    call('HINCRBY', key, 'uses', 1)
    call('PERSIST', key)
  end
end
local function loosen(blobs)
  for key in string.gmatch(blobs or '', '%S+') do
    if call('HINCRBY', key, 'uses', -1) <= 0 then call('UNLINK', key) end
  end
end
local function write(id, name, data, opts, at, content, claim, digest, awaits, lane, apart, piece, blobs)
  present(blobs)
  if apart == '1' then
    if call('PERSIST', content) == 0 then error('the content is gone') end
  else
    call('HSET', content, '0', piece)
  end
  call('HSET', base .. id, 'name', name, 'data', data, 'opts', opts, 'timestamp', at, 'delay', '0',
    'priority', '0', 'content', content, 'claim', claim, 'digest', digest, 'awaits', awaits, 'lane', lane, 'blobs', blobs)
  share(blobs)
  if claim ~= '' then
    call('DEL', claim)
    call('HSET', claim, 'id', id, 'digest', digest)
  end
  if awaits ~= '' then call('SET', awaits, id) end
end
local function create(id, ...)
  write(id, ...)
  turn(id)
end
local function drop(id)
  local job = base .. id
  local it = call('HMGET', job, 'content', 'answer', 'claim', 'awaits', 'kept', 'blobs', 'answerBlobs')
  call('DEL', job, job .. ':logs', job .. ':lock', it[1] or job, it[2] or job)
  if it[3] and it[3] ~= '' and call('HGET', it[3], 'id') == id then call('DEL', it[3]) end
  if it[4] and it[4] ~= '' and call('GET', it[4]) == id then call('DEL', it[4]) end
  loosen(it[6])
  loosen(it[7])
  if it[5] then call('DECRBY', own .. 'kept', it[5]) end
end
local function clock()
  local time = call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
local function admits(left, most, portion, ...)
  local known, now, keys = own .. 'remembered', clock(), {...}
  for _, key in ipairs(keys) do
    local ends = call('ZSCORE', known, key)
    if ends and tonumber(ends) >= now then return 'known' end
  end
  if tonumber(left) < 0 then return 'unknown' end
  local before = string.format('(%.0f', now)
  for _, old in ipairs(call('ZRANGEBYSCORE', known, '-inf', before, 'LIMIT', 0, portion)) do
    call('ZREM', known, old)
  end
  return call('ZCARD', known) + #keys > tonumber(most) and 'full' or 'new'
end
local function remember(left, ...)
  local ends = string.format('%.0f', clock() + tonumber(left))
  for _, key in ipairs({...}) do call('ZADD', own .. 'remembered', ends, key) end
end
local function holder(now, id, claim, digest, ...)
  if claim ~= '' then
    local bound = call('HMGET', claim, 'id', 'digest', 'open')
    local again = bound[3] and bound[2] == digest
    if bound[1] and bound[1] ~= id and not again and call('EXISTS', base .. bound[1]) == 1 then
      return {bound[1], bound[2], state(bound[1], now), 0}
    end
  end
  if call('EXISTS', base .. id) == 1 then
    return {id, call('HGET', base .. id, 'digest') or '', state(id, now), 0}
  end
  if select('#', ...) > 0 then
    local came = admits(...)
    if came == 'known' then return {id, '', 'forgotten', 0} end
    if came == 'full' then return {id, '', 'full', 0} end
  end
end
local function unclaim(id)
  local once = call('HGET', base .. id, 'once')
  if once then call('ZREM', own .. 'remembered', once) end
end
local function gone(id)
  unclaim(id)
  call('SREM', own .. 'runs', id)
  drop(id)
  event('removed', id)
end
local function dead(id)
  if call('ZREM', base .. 'failed', id) == 1 then return true end
  return false, call('EXISTS', base .. id) == 1 and 'not-dead' or 'unknown'
end
`
