/** What Redis does for a page of jobs: it goes to where the page before ended, and reads on from there. */

export const PAGE_BODIES = {
  /** id of the job that the page before ended with or '', how many @returns ids, the one that runs last first */
  pageOfLine: `
local line, from = base .. 'wait', 0
local index = ARGV[1] ~= '' and call('LPOS', line, ARGV[1], 'RANK', -1)
-- One that has left the line was taken, and with it all before it.
if index then from = call('LLEN', line) - index end
return call('LRANGE', line, -from - ARGV[2], -from - 1)`,

  /**
   * key, lowest score, how the highest is written, 1 if the highest comes first, score and id of the job that the page
   * before ended with or '' twice, how many @returns id, score and 1 if it is suspended, of one after the other
   */
  pageOfSet: `
local set, order, tie, most = ARGV[1], tonumber(ARGV[5]), ARGV[6], tonumber(ARGV[7])
local function before(one, two)
  for index = 1, math.min(#one, #two) do
    local left, right = string.byte(one, index), string.byte(two, index)
    if left ~= right then return left < right end
  end
  return #one < #two
end
local function entry(rank)
  local found = call('ZRANGE', set, rank, rank, 'WITHSCORES')
  return found[1], tonumber(found[2])
end
-- How many stand before the last one, which may have gone.
local function preceding()
  local low, high = 0, call('ZCARD', set)
  while low < high do
    local middle = math.floor((low + high) / 2)
    local id, score = entry(middle)
    if score < order or (score == order and before(id, tie)) then low = middle + 1 else high = middle end
  end
  return low
end
local first = call('ZCOUNT', set, '-inf', '(' .. ARGV[2])
local last = call('ZCOUNT', set, '-inf', ARGV[3]) - 1
if order and ARGV[4] == '1' then
  last = math.min(last, preceding() - 1)
elseif order then
  local rank = preceding()
  local id, score = entry(rank)
  if id == tie and score == order then rank = rank + 1 end
  first = math.max(first, rank)
end
if ARGV[4] == '1' then first = math.max(first, last - most + 1) else last = math.min(last, first + most - 1) end
if last < first then return {} end
local found, entries = {}, call('ZRANGE', set, first, last, 'WITHSCORES')
for index = 1, #entries, 2 do
  local id = entries[index]
  local job = call('HMGET', base .. id, 'suspended', 'atm')
  local suspended = job[1] and job[1] == (job[2] or '0') and call('ZSCORE', base .. 'delayed', id)
  for _, part in ipairs({id, entries[index + 1], suspended and '1' or ''}) do found[#found + 1] = part end
end
return found`,

  /** @returns id and time of acceptance of each job that runs, one after the other */
  running: `
local found = {}
for _, id in ipairs(call('LRANGE', base .. 'active', 0, -1)) do
  found[#found + 1] = id
  found[#found + 1] = call('HGET', base .. id, 'timestamp') or '0'
end
return found`,
} as const
