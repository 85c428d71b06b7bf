/** A small chart in a line of a table: how many, and in two other tones how many failed, and at whom. */

const WIDTH = 120
const HEIGHT = 24

export function Spark({
  counts,
  client,
  server,
  label,
}: {
  readonly counts: readonly number[]
  /** Those that failed: at the sender, and at the node or what it sends to. */
  readonly client: readonly number[]
  readonly server: readonly number[]
  readonly label: string
}) {
  const most = Math.max(1, ...counts)
  const step = WIDTH / Math.max(1, counts.length)
  const bar = (count: number, index: number, tone: string, below = 0) => {
    if (count === 0) return null
    const up = (below / most) * HEIGHT
    const height = Math.max(1.5, (count / most) * HEIGHT)
    return (
      <rect
        key={`${tone}${index}`}
        class={tone}
        x={index * step}
        y={HEIGHT - height - up}
        width={Math.max(0.5, step - 0.5)}
        height={height}
      />
    )
  }
  return (
    <svg class="spark" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <line class="ground" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {counts.map((count, index) => bar(count, index, 'came'))}
      {server.map((count, index) => bar(count, index, 'failed'))}
      {client.map((count, index) => bar(count, index, 'client', server[index]))}
    </svg>
  )
}
