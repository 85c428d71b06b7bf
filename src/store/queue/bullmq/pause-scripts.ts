/** What must happen in Redis in one step for destinations that are paused, and for the jobs that wait because of that. */
import { HELD } from './lua.js'

/** Jobs of a paused destination are delayed, and stand in a set of their own by when they were accepted. */
const SHARED = `
local function asleep(id)
  local score = call('ZSCORE', base .. 'delayed', id)
  if not score or tonumber(score) >= ${HELD} then return false end
  local job = call('HMGET', base .. id, 'suspended', 'atm')
  return not (job[1] and job[1] == (job[2] or '0'))
end
local function front(id)
  call('ZREM', base .. 'delayed', id)
  call('RPUSH', base .. 'wait', id)
  if call('HEXISTS', base .. 'meta', 'paused') == 0 then call('ZADD', base .. 'marker', 0, '0') end
  call('HSET', base .. id, 'delay', '0')
  event('waiting', id)
end
`

export const PAUSE_BODIES = {
  /** @returns names and texts of all pauses, one after the other, and names of those whose jobs are being woken */
  pauses: `return {call('HGETALL', own .. 'pauses'), call('HKEYS', own .. 'resumed')}`,

  /** name, text */
  pauseDestination: `
call('HSETNX', own .. 'pauses', ARGV[1], ARGV[2])
call('HDEL', own .. 'resumed', ARGV[1])`,

  /** name */
  resumeDestination: `
if call('HDEL', own .. 'pauses', ARGV[1]) == 1 then call('HSET', own .. 'resumed', ARGV[1], '1') end`,

  /** name, set of those that are parked, set of its way, how many at most @returns how many were there */
  unpark: `${SHARED}
local most, count = tonumber(ARGV[4]), 0
if call('HEXISTS', own .. 'pauses', ARGV[1]) == 1 then return 0 end
for index = 2, 3 do
  if count < most then
    for _, id in ipairs(call('ZRANGE', ARGV[index], 0, most - count - 1)) do
      call('ZREM', ARGV[index], id)
      count = count + 1
      if asleep(id) then release(id) end
    end
  end
end
if count < most then call('HDEL', own .. 'resumed', ARGV[1]) end
return count`,

  /** name, set of those that are parked, id of one that was just parked @returns 1 if it is paused no more: it runs next */
  stayParked: `${SHARED}
if call('HEXISTS', own .. 'pauses', ARGV[1]) == 1 then return 0 end
call('ZREM', ARGV[2], ARGV[3])
if asleep(ARGV[3]) then front(ARGV[3]) end
return 1`,

  /** set of those that are parked, set of the way, how many are looked at @returns id of the first that is delayed or '' */
  firstDelayed: `${SHARED}
for index = 1, 2 do
  for _, id in ipairs(call('ZRANGE', ARGV[index], 0, ARGV[3] - 1)) do
    if asleep(id) then return id end
  end
end
return ''`,

  /** set of those that are parked, set of the way, id, its data, what is to be its data @returns 1 if it runs next */
  tryOne: `${SHARED}
local id = ARGV[3]
if not asleep(id) or call('HGET', base .. id, 'data') ~= ARGV[4] then return 0 end
call('ZREM', ARGV[1], id)
call('ZREM', ARGV[2], id)
call('HSET', base .. id, 'data', ARGV[5], 'again', '1')
front(id)
return 1`,

  /**
   * set of those that are parked, set of the way, 1 or 2 for which of them is read, from where, how many
   * @returns how many stood there, how many jobs wait with those behind them in their lanes, when the oldest was accepted
   */
  waitingFor: `${SHARED}
local ids, count, oldest = call('ZRANGE', ARGV[tonumber(ARGV[3])], ARGV[4], ARGV[4] + ARGV[5] - 1), 0, ''
for _, id in ipairs(ids) do
  if asleep(id) and (ARGV[3] == '1' or not call('ZSCORE', ARGV[1], id)) then
    local job = call('HMGET', base .. id, 'timestamp', 'lane')
    count = count + 1
    if job[2] and job[2] ~= '' and call('LINDEX', job[2], 0) == id then count = count + call('LLEN', job[2]) - 1 end
    if oldest == '' or tonumber(job[1]) < tonumber(oldest) then oldest = job[1] end
  end
end
return {#ids, count, oldest}`,
} as const
