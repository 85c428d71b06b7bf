/** Tells systemd, where it runs the node, that it starts, is ready, reloads, stops and lives: sd_notify(3). */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Log } from '../../base/log.js'
import { clearInterval, setInterval } from '../../base/time.js'

/** What systemd is told; without systemd, nothing happens. */
export interface Notify {
  /** @param status  a sentence for `systemctl status` */
  ready(status: string): void
  reloading(): void
  /** @param most  milliseconds that the stop may take */
  stopping(most: number): void
  /** Resolves once systemd has heard all, or has not in its time. */
  close(): Promise<void>
}

const SILENT: Notify = { ready() {}, reloading() {}, stopping() {}, async close() {} }

/** Milliseconds between two heartbeat of a node that starts; it may wait for its queue for hours. */
const STARTING = 20_000

/** Milliseconds that systemd may take to hear one message. */
const HEARD = 5_000

const run = promisify(execFile)

export function notifyOf(environment: NodeJS.ProcessEnv, log: Pick<Log, 'warn'>): Notify {
  return environment.NOTIFY_SOCKET ? new SystemdNotify(environment, log) : SILENT
}

class SystemdNotify implements Notify {
  readonly #log: Pick<Log, 'warn'>
  /** Milliseconds between two heartbeat of a node that runs; undefined if nobody waits for them. */
  readonly #alive: number | undefined
  #timer: NodeJS.Timeout | undefined
  /** One message after the other. */
  #sent: Promise<void> = Promise.resolve()
  #untold = 0
  #warned = false

  constructor(environment: NodeJS.ProcessEnv, log: Pick<Log, 'warn'>) {
    this.#log = log
    this.#alive = watchdogOf(environment)
    const alive = () =>
      this.#notify('STATUS=Starting', `EXTEND_TIMEOUT_USEC=${3 * STARTING * 1000}`)
    alive()
    this.#every(STARTING, alive)
  }

  ready(status: string): void {
    this.#notify('READY=1', `STATUS=${status}`)
    this.#every(this.#alive, () => this.#notify('WATCHDOG=1'))
  }

  reloading(): void {
    // Type=notify-reload compares it with the moment of its signal; hrtime is the same clock.
    this.#notify('RELOADING=1', `MONOTONIC_USEC=${process.hrtime.bigint() / 1000n}`)
  }

  stopping(most: number): void {
    this.#notify('STOPPING=1', 'STATUS=Stopping', `EXTEND_TIMEOUT_USEC=${(most + HEARD) * 1000}`)
  }

  close(): Promise<void> {
    clearInterval(this.#timer)
    return this.#sent
  }

  #every(milliseconds: number | undefined, action: () => void): void {
    clearInterval(this.#timer)
    // Told by a timer of the event loop: a node that is stuck tells nothing, and is started again.
    if (milliseconds === undefined) return
    this.#timer = setInterval(() => {
      // A slow systemd gets one heartbeat at a time.
      if (this.#untold === 0) action()
    }, milliseconds).unref()
  }

  #notify(...assignments: readonly string[]): void {
    this.#untold += 1
    this.#sent = this.#sent.then(() => this.#send(assignments))
  }

  async #send(assignments: readonly string[]): Promise<void> {
    try {
      // NOTIFY_SOCKET takes unix datagrams, which Node.js does not send: systemd's own command does, and it
      // ends when systemd has read them, so that systemd still knows whose they are.
      await run('systemd-notify', assignments, { timeout: HEARD })
    } catch (error) {
      if (!this.#warned)
        this.#log.warn({ err: error }, 'systemd cannot be notified of the state of the node')
      this.#warned = true
    } finally {
      this.#untold -= 1
    }
  }
}

/** sd_watchdog_enabled(3): milliseconds within which systemd is notified of this process twice, and has one to spare. */
function watchdogOf({ WATCHDOG_USEC, WATCHDOG_PID }: NodeJS.ProcessEnv): number | undefined {
  const most = Number(WATCHDOG_USEC)
  const isOurs = WATCHDOG_PID === undefined || Number(WATCHDOG_PID) === process.pid
  return isOurs && most > 0 ? Math.max(1, Math.floor(most / 3000)) : undefined
}
