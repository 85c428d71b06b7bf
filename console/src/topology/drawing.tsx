/** The topology, drawn. */
import type { TopologyView } from '../../../src/operate/admin/api.js'
import { fittingEnds, useRoom } from '../parts/drawn.js'
import { Scroll } from '../parts/scroll.js'
import { type TopologyBox, topologyPicture } from '../pure/topology.js'

export function TopologyDrawing({ view }: { readonly view: TopologyView }) {
  const [container, room] = useRoom()
  const { width, height, boxes, links } = topologyPicture(view, room)
  const bad = boxes.filter(({ tone }) => tone === 'bad').map(({ title }) => title)
  const summary = `${view.listening.length} ways in, ${view.routes.length} routes, ${view.destinations.length} destinations${bad.length === 0 ? '' : `; circuit open: ${bad.join(', ')}`}`
  return (
    <Scroll kind="picture" box={container} label="Topology">
      <svg width={width} height={height} role="img" aria-label={summary}>
        {links.map(({ key, path, tone }) => (
          <g class={tone === 'bad' ? 'arrow broken' : 'arrow'} key={key}>
            <path d={path} />
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
        {fittingEnds(`${tone === 'bad' ? '✕ ' : ''}${title}`, width - 28, 'strong')}
        <title>{title}</title>
      </text>
      {lines.map((line, index) => (
        <text
          key={`${index}`}
          class={`small ${tone === 'bad' && index > 0 ? 'failed' : 'quiet'}`}
          x={x + 16}
          y={y + 42 + index * 18}
        >
          {fittingEnds(line, width - 28, 'small')}
          <title>{line}</title>
        </text>
      ))}
    </g>
  )
}
