/** What must happen in Redis in one step: scripts over BullMQ's keys and those of the store beside them. */
import { createHash } from 'node:crypto'
import type { Connection } from '../../redis/connect.js'
import { COMMON, HELD } from './lua.js'
import { PAGE_BODIES } from './page-scripts.js'
import { PAUSE_BODIES } from './pause-scripts.js'
import { RUN_BODIES } from './run-scripts.js'

const BODIES = {
  ...RUN_BODIES,
  ...PAGE_BODIES,
  ...PAUSE_BODIES,
  /**
   * now, what `create` takes, then what `remember` takes if the claim counts once @returns id, digest and state of
   * the holder, and 1 if it was added
   */
  add: `
local there = holder(tonumber(ARGV[1]), ARGV[2], ARGV[8], ARGV[9], unpack(ARGV, 15))
if there then return there end
create(unpack(ARGV, 2))
if ARGV[15] then remember(ARGV[15], unpack(ARGV, 18)) end
return {ARGV[2], ARGV[9], 'waiting', 1}`,

  /** now, id @returns its state, and its result, its cause, or what is kept of it before that and whether it has failed */
  find: `
local at = state(ARGV[2], tonumber(ARGV[1]))
if at ~= 'done' and at ~= 'dead' then
  local job = call('HMGET', base .. ARGV[2], 'data', 'atm', 'suspended')
  local failed = at == 'delayed' and tonumber(job[2] or 0) > 0 and job[3] ~= job[2]
  return {at, job[1] or '', failed and '1' or ''}
end
return {at, call('HGET', base .. ARGV[2], at == 'done' and 'returnvalue' or 'failedReason') or ''}`,

  /** now @returns counts, whether it is paused, and when the oldest new job was accepted */
  counts: `
local now, delayed = tonumber(ARGV[1]), base .. 'delayed'
local oldest, tail = '', call('LINDEX', base .. 'wait', -1)
if tail then
  local job = call('HMGET', base .. tail, 'timestamp', 'atm', 'stc', 'again')
  if job[1] and not job[4] and tonumber(job[2] or 0) == 0 and tonumber(job[3] or 0) == 0 then
    oldest = job[1]
  end
end
return {call('LLEN', base .. 'wait'), call('ZCARD', delayed), call('ZCOUNT', delayed, ${HELD}, '+inf'),
  call('ZCOUNT', delayed, '-inf', (now + 1) * 4096 - 1), call('LLEN', base .. 'active'),
  call('ZCARD', base .. 'completed'), call('ZCARD', base .. 'failed'),
  call('ZCOUNT', own .. 'suspended', '(' .. ARGV[1], '+inf'), call('HEXISTS', base .. 'meta', 'paused'), oldest}`,

  /**
   * how many of each list are looked at @returns when the oldest of those that wait, are delayed or run was accepted;
   * '' if there is none. Of more than that it is one of the oldest: who was delayed often is delayed for long.
   */
  undelivered: `
local most, oldest = tonumber(ARGV[1]), nil
local function look(ids)
  for _, id in ipairs(ids) do
    local job = call('HMGET', base .. id, 'timestamp', 'suspended')
    local at = tonumber(job[1] or '')
    if at and not job[2] and (not oldest or at < oldest) then oldest = at end
  end
end
look(call('LRANGE', base .. 'wait', -most, -1))
look(call('LRANGE', base .. 'active', -most, -1))
look(call('ZRANGE', base .. 'delayed', 0, most - 1))
look(call('ZREVRANGEBYSCORE', base .. 'delayed', '(' .. ${HELD}, '-inf', 'LIMIT', 0, most))
look(call('ZRANGEBYSCORE', base .. 'delayed', ${HELD}, '+inf', 'LIMIT', 0, most))
return oldest and string.format('%.0f', oldest) or ''`,

  /** id, bytes of a job that is done; or '' for one that has only failed */
  ended: `
local id = ARGV[1]
if ARGV[2] ~= '' and call('ZSCORE', base .. 'completed', id) and call('HSETNX', base .. id, 'kept', ARGV[2]) == 1 then
  call('INCRBY', own .. 'kept', ARGV[2])
end
local lane = call('HGET', base .. id, 'lane')
if lane and lane ~= '' then advance(lane) end`,

  /**
   * milliseconds, how many are kept at most, how many expired ones go, digests @returns what happened to
   * them. A sorted set, and no keys with a time to live: so they are counted, and evicted by no policy.
   */
  remember: `
local came = admits(unpack(ARGV))
if came == 'new' then remember(ARGV[1], unpack(ARGV, 4)) end
return came`,

  /** name, the value before or '', the new one @returns 0 if there is another */
  keepHead: `
if (call('HGET', own .. 'heads', ARGV[1]) or '') ~= ARGV[2] then return 0 end
call('HSET', own .. 'heads', ARGV[1], ARGV[3])
return 1`,

  /** lanes */
  lanes: `for _, lane in ipairs(ARGV) do advance(lane) end`,

  /** id, token, milliseconds @returns 1 if it has the lock now, 0 if another has, -1 if it runs no more */
  lock: `
local id, job = ARGV[1], base .. ARGV[1]
local token = call('GET', job .. ':lock')
if token and token ~= ARGV[2] then return 0 end
if not token then
  if call('LREM', base .. 'active', 0, id) == 0 then
    if call('LREM', base .. 'wait', 0, id) == 0 then return -1 end
    call('HINCRBY', job, 'stc', -1)
  end
  call('LPUSH', base .. 'active', id)
end
call('SET', job .. ':lock', ARGV[2], 'PX', ARGV[3])
call('SREM', base .. 'stalled', id)
return 1`,

  /**
   * Longest pause between two looks, and how long to wait after one that was longer: an outage is over
   * then, and who has run on meanwhile takes its locks back. Jobs that nobody runs wait again; claims of runs open.
   */
  stalled: `
local time = call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = tonumber(call('GET', own .. 'pulse') or 0)
call('SET', own .. 'pulse', string.format('%.0f', now))
if now - last > tonumber(ARGV[1]) then call('SET', own .. 'calm', '1', 'PX', ARGV[2]) end
if call('EXISTS', own .. 'calm') == 1 then return end
for _, id in ipairs(call('LRANGE', base .. 'active', 0, -1)) do
  if call('EXISTS', base .. id .. ':lock') == 0 then
    call('LREM', base .. 'active', 1, id)
    call('HINCRBY', base .. id, 'stc', 1)
    call('RPUSH', base .. 'wait', id)
    call('ZADD', base .. 'marker', 0, '0')
    event('stalled', id)
  end
end
for _, id in ipairs(call('SMEMBERS', own .. 'runs')) do
  if call('EXISTS', base .. id .. ':lock') == 0 then gone(id) end
end`,

  /** id, token, key, piece, blobs @returns 0 if the token is not that of the lock, 'gone' if a blob is */
  answer: `
local job = base .. ARGV[1]
if call('GET', job .. ':lock') ~= ARGV[2] then return 0 end
for key in string.gmatch(ARGV[5], '%S+') do
  if call('EXISTS', key) == 0 then return 'gone' end
end
local old = call('HMGET', job, 'answer', 'answerBlobs')
if old[1] then call('DEL', old[1]) end
share(ARGV[5])
loosen(old[2])
call('HSET', job, 'answer', ARGV[3], 'answerBlobs', ARGV[5])
call('HSET', ARGV[3], '0', ARGV[4])
return 1`,

  /** id @returns what happened to its suspension */
  resume: `
local id = ARGV[1]
local at = state(id, 0)
if at == '' then return 'unknown' end
if at == 'done' or at == 'dead' then return 'ended' end
local job = call('HMGET', base .. id, 'suspended', 'atm')
if not job[1] or job[1] ~= (job[2] or '0') or held(id) then return 'active' end
if not call('ZSCORE', base .. 'delayed', id) then return 'active' end
call('ZREM', own .. 'suspended', id)
release(id)
return 'resumed'`,

  /** key of a way, how many at most @returns how many were noted there */
  wake: `
local ids = call('ZRANGE', ARGV[1], 0, ARGV[2] - 1)
for _, id in ipairs(ids) do
  call('ZREM', ARGV[1], id)
  local job = call('HMGET', base .. id, 'suspended', 'atm')
  local suspended = job[1] and job[1] == (job[2] or '0')
  if call('ZSCORE', base .. 'delayed', id) and not suspended and not held(id) then release(id) end
end
return #ids`,

  /** id, data */
  replay: `
local id = ARGV[1]
local ok, why = dead(id)
if not ok then return why end
call('HSET', base .. id, 'data', ARGV[2], 'again', '1')
call('HDEL', base .. id, 'finishedOn', 'processedOn', 'failedReason', 'atm', 'ats', 'suspended')
turn(id)
return 'done'`,

  /** id */
  remove: `
local ok, why = dead(ARGV[1])
if not ok then return why end
drop(ARGV[1])
event('removed', ARGV[1])
return 'done'`,

  /** now, id of the dead one, its result, then what `create` takes */
  replace: `
local now, id = ARGV[1], ARGV[2]
if call('EXISTS', base .. ARGV[4]) == 1 then
  return call('EXISTS', base .. id) == 1 and 'not-dead' or 'unknown'
end
local ok, why = dead(id)
if not ok then return why end
create(unpack(ARGV, 4))
call('HSET', base .. id, 'returnvalue', ARGV[3], 'finishedOn', now)
call('HDEL', base .. id, 'failedReason')
call('ZADD', base .. 'completed', now, id)
event('completed', id, 'returnvalue', ARGV[3], 'prev', 'active')
return 'done'`,

  /** before, number and bytes that are kept, how many at most, and how many events to keep or '' */
  trim: `
local gone, completed = 0, base .. 'completed'
while gone < tonumber(ARGV[4]) do
  local first = call('ZRANGE', completed, 0, 0, 'WITHSCORES')
  if not first[1] then break end
  if not (tonumber(first[2]) < tonumber(ARGV[1]) or call('ZCARD', completed) > tonumber(ARGV[2])
    or tonumber(call('GET', own .. 'kept') or 0) > tonumber(ARGV[3])) then break end
  call('ZREM', completed, first[1])
  drop(first[1])
  gone = gone + 1
end
if ARGV[5] ~= '' then call('XTRIM', base .. 'events', 'MAXLEN', ARGV[5]) end
return gone`,
} as const

export type ScriptName = keyof typeof BODIES

const SCRIPTS = new Map(
  Object.entries(BODIES).map(([name, body]) => {
    const text = `${COMMON}${body}`
    return [name, { text, sha: createHash('sha1').update(text).digest('hex') }]
  }),
)

/**
 * Runs one of the scripts.
 *
 * @param base  the key that all of BullMQ's begin with; its hash tag says on which node of a Cluster
 */
export async function runScript(
  redis: Connection,
  base: string,
  name: ScriptName,
  ...args: readonly (string | number | Buffer)[]
): Promise<unknown> {
  const { text, sha } = SCRIPTS.get(name) ?? { text: '', sha: '' }
  try {
    return await redis.evalsha(sha, 1, base, ...args)
  } catch (error) {
    // Redis forgets its scripts when it is started again.
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error
    return redis.eval(text, 1, base, ...args)
  }
}

/** The parts of a script's answer, as texts. */
export function texts(answer: unknown): [string, string, string, string, ...string[]] {
  const [one = '', two = '', three = '', four = '', ...more] = Array.isArray(answer)
    ? answer.map(String)
    : []
  return [one, two, three, four, ...more]
}
