/** Moments by the one clock that every process of the machine shares. */

export interface Span {
  readonly from: number
  readonly to: number
}

/** Milliseconds by the monotonic clock, which the plugin of the effects and the recorder read, too. */
export function now(): number {
  return Number(process.hrtime.bigint()) / 1e6
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
