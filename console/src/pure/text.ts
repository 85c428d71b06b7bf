/** Numbers, spans and names as people read them. */

/** `842 ms`, `1.24 s`, `3 min 12 s`, `2 h 5 min`, `4 d 2 h`. */
export function span(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return '–'
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`
  const [big, small, ofBig, ofSmall] =
    ms < 3_600_000
      ? (['min', 's', 60_000, 1000] as const)
      : ms < 86_400_000
        ? (['h', 'min', 3_600_000, 60_000] as const)
        : (['d', 'h', 86_400_000, 3_600_000] as const)
  const rest = Math.floor((ms % ofBig) / ofSmall)
  return `${Math.floor(ms / ofBig)} ${big}${rest === 0 ? '' : ` ${rest} ${small}`}`
}

/** A span that is long past: `4 s`, `3 min 12 s`. */
export function age(ms: number): string {
  return ms < 60_000 ? `${Math.max(0, Math.round(ms / 1000))} s` : span(ms)
}

const WHOLE = new Intl.NumberFormat('en')

/** `12,480`. */
export function whole(count: number | null | undefined): string {
  return count === null || count === undefined ? '–' : WHOLE.format(Math.round(count))
}

/** `1 route`, `2 routes`. */
export function counted(count: number, one: string, many: string): string {
  return `${whole(count)} ${count === 1 ? one : many}`
}

/** A rate in three digits: `0.25`, `12.4`, `1,240`. */
export function rate(perSecond: number): string {
  if (perSecond === 0) return '0'
  if (perSecond < 0.01) return '< 0.01'
  if (perSecond < 10) return perSecond.toFixed(2)
  return perSecond < 100 ? perSecond.toFixed(1) : whole(perSecond)
}

/** `640 B`, `12.5 KiB`, `3.1 MiB`. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KiB`
  return bytes < 1024 ** 3
    ? `${(bytes / 1024 ** 2).toFixed(1)} MiB`
    : `${(bytes / 1024 ** 3).toFixed(1)} GiB`
}

/** `0.4 %`; a share that is not zero is never shown as zero. */
export function share(part: number, all: number): string {
  if (all === 0 || part === 0) return '0 %'
  const percent = (part / all) * 100
  if (percent < 0.1) return '< 0.1 %'
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`
}

/** The local part of a name in Clark notation. */
export function localPart(name: string): string {
  return name.startsWith('{') ? name.slice(name.indexOf('}') + 1) : name
}

/** The namespace of a name in Clark notation; empty if it has none. */
export function namespacePart(name: string): string {
  return name.startsWith('{') ? name.slice(1, name.indexOf('}')) : ''
}

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const DAY = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short' })
const YEAR = new Intl.DateTimeFormat('en-GB', { day: '2-digit', month: 'short', year: 'numeric' })

/** In the local zone: `14:02:11.042`, with the day unless it is today's. */
export function moment(at: number, now: number): string {
  const date = new Date(at)
  const clock = `${CLOCK.format(date)}.${String(date.getMilliseconds()).padStart(3, '0')}`
  return date.toDateString() === new Date(now).toDateString()
    ? clock
    : `${DAY.format(date)} ${clock}`
}

/** `23 Nov 2026`. */
export function day(at: number): string {
  return YEAR.format(new Date(at))
}

/** `9 days`; below two of them as a span. */
export function days(ms: number): string {
  return ms < 2 * 86_400_000 ? span(ms) : `${whole(Math.floor(ms / 86_400_000))} days`
}

/** The exact moment in UTC. */
export function utc(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

/** The longest part of what causes have in common that each of them has as it is: a search for it finds all. */
export function commonPart(group: string): string {
  const parts = group.split(/[…#]/).map((part) => part.trim())
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
}
