/** Loaded into a node before it: tells on SIGUSR2 how much processor time its longest turn of the event loop took. */

let longest = 0
let before = process.cpuUsage()

/** Other load on the machine makes a turn long, but takes none of this process's time. */
function turn(): void {
  const { user, system } = process.cpuUsage(before)
  longest = Math.max(longest, user + system)
  before = process.cpuUsage()
  setImmediate(turn).unref()
}

process.on('SIGUSR2', () => {
  process.stdout.write(`${JSON.stringify({ longestTurn: longest / 1000 })}\n`)
  longest = 0
})
turn()
