/** What must happen in Redis in one step for runs that are no jobs: each holds its claim by a lease. */

export const RUN_BODIES = {
  /** token and milliseconds of the lease, then as for add, for a run that no worker takes */
  begin: `
local there = holder(tonumber(ARGV[3]), ARGV[4], ARGV[10], ARGV[11], unpack(ARGV, 17))
if there then return there end
local id = ARGV[4]
write(unpack(ARGV, 4))
call('HSET', base .. id, 'run', ARGV[1])
call('SET', base .. id .. ':lock', ARGV[1], 'PX', ARGV[2])
call('SADD', own .. 'runs', id)
if ARGV[17] then
  remember(ARGV[17], unpack(ARGV, 20))
  call('HSET', base .. id, 'once', ARGV[20])
end
return {id, ARGV[11], 'running', 1}`,

  /** milliseconds, then id and token of each run @returns how many of them are there still */
  renew: `
local mine = 0
for i = 2, #ARGV, 2 do
  if call('HGET', base .. ARGV[i], 'run') == ARGV[i + 1] then
    call('SET', base .. ARGV[i] .. ':lock', ARGV[i + 1], 'PX', ARGV[1])
    mine = mine + 1
  end
end
return mine`,

  /** id, token, now, result, bytes, and 1 if its claim may be taken again @returns 0 if the token is not that of the run */
  endRun: `
local id, job = ARGV[1], base .. ARGV[1]
if call('HGET', job, 'run') ~= ARGV[2] then return 0 end
call('SREM', own .. 'runs', id)
call('DEL', job .. ':lock')
call('HDEL', job, 'run')
call('HSET', job, 'returnvalue', ARGV[4], 'finishedOn', ARGV[3], 'kept', ARGV[5])
call('INCRBY', own .. 'kept', ARGV[5])
call('ZADD', base .. 'completed', ARGV[3], id)
if ARGV[6] == '1' then
  local claim = call('HGET', job, 'claim')
  if claim ~= '' and call('HGET', claim, 'id') == id then call('HSET', claim, 'open', '1') end
  unclaim(id)
end
event('completed', id, 'returnvalue', 'null', 'prev', 'active')
return 1`,
} as const
