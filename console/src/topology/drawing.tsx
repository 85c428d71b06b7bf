/** The topology, drawn. */
import type { TopologyView } from '../../../src/operate/admin/api.js'
import { Scroll } from '../parts/scroll.js'
import { type TopologyBox, topologyPicture } from '../pure/topology.js'

export function TopologyDrawing({ view }: { readonly view: TopologyView }) {
  const { width, height, boxes, links } = topologyPicture(view)
  const bad = boxes.filter(({ tone }) => tone === 'bad').map(({ title }) => title)
  const summary = `${view.listening.length} ways in, ${view.routes.length} routes, ${view.destinations.length} destinations${bad.length === 0 ? '' : `; circuit open: ${bad.join(', ')}`}`
  return (
    <Scroll kind="picture" label="Topology">
      <svg width={width} height={height} role="img" aria-label={summary}>
        {links.map(({ key, from: [x1, y1], to: [x2, y2], tone }) => (
          <g class={tone === 'bad' ? 'arrow broken' : 'arrow'} key={key}>
            <path d={`M${x1} ${y1}C${x1 + 32} ${y1} ${x2 - 32} ${y2} ${x2} ${y2}`} />
          </g>
        ))}
        {boxes.map((box) => (
          <Box key={box.key} box={box} />
        ))}
      </svg>
    </Scroll>
  )
}

function Box({
  box: { title, lines, tone, x, y, width, height, kind },
}: {
  readonly box: TopologyBox
}) {
  return (
    <g class={`node ${tone} ${kind}`}>
      <rect
        class="body"
        x={x}
        y={y}
        width={width}
        height={height}
        rx={kind === 'listener' ? 16 : 4}
      />
      {(kind === 'destination' || kind === 'node') && (
        <rect class="side" x={x} y={y} width="4" height={height} />
      )}
      <text class="strong" x={x + 16} y={y + 22}>
        {tone === 'bad' ? '✕ ' : ''}
        {cut(title)}
        <title>{title}</title>
      </text>
      {lines.map((line, index) => (
        <text
          key={`${index}`}
          class={`small ${tone === 'bad' && index > 0 ? 'failed' : 'quiet'}`}
          x={x + 16}
          y={y + 42 + index * 18}
        >
          {cut(line)}
          <title>{line}</title>
        </text>
      ))}
    </g>
  )
}

function cut(text: string): string {
  return text.length <= 28 ? text : `${text.slice(0, 27)}…`
}
