/** Writes a number of bytes as people say it. */

const UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'] as const

/** Such as `3.2 GiB`. */
export function bytesText(bytes: number): string {
  const step = Math.min(Math.floor(Math.log2(Math.max(bytes, 1)) / 10), UNITS.length - 1)
  const number = bytes / 1024 ** step
  return `${step === 0 || number >= 100 ? Math.round(number) : number.toFixed(1)} ${UNITS[step]}`
}
