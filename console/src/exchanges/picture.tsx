/** The way of a message over nodes and transports, drawn. */
import { fitting, useRoom, widthOf } from '../parts/drawn.js'
import { Scroll } from '../parts/scroll.js'
import { nodeName } from '../pure/entry.js'
import type { Hop } from '../pure/hops.js'
import { type Tone, toneOf } from '../pure/outcome.js'
import {
  type Arrow,
  attemptsShown,
  type Box,
  describeHops,
  LINE,
  pictureOf,
} from '../pure/picture.js'
import { span } from '../pure/text.js'

const MARKS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', warn: '↻', calm: '·' }

export function PathPicture({ hops }: { readonly hops: readonly Hop[] }) {
  const [container, room] = useRoom()
  const picture = pictureOf(hops, room)
  const { sender } = picture
  return (
    <Scroll kind="picture" box={container} label="The path of the message">
      <svg width={picture.width} height={picture.height} role="img" aria-label={describeHops(hops)}>
        <defs>
          <marker
            id="tip"
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M0 0L8 4L0 8z" class="tip" />
          </marker>
        </defs>
        {picture.arrows.map((arrow, index) => (
          <ArrowLine key={`${index}`} arrow={arrow} />
        ))}
        <g>
          <rect
            class="sender"
            x={sender.x}
            y={sender.y}
            width={sender.width}
            height={sender.height}
            rx="28"
          />
          <text class="strong middle" x={sender.x + sender.width / 2} y={sender.y + 24}>
            sender
          </text>
          <text class="small quiet middle" x={sender.x + sender.width / 2} y={sender.y + 42}>
            {fitting(sender.name, sender.width - 24, 'small')}
            <title>{sender.name}</title>
          </text>
        </g>
        {picture.boxes.map((box) => (
          <NodeBox key={box.hop.key} box={box} />
        ))}
      </svg>
    </Scroll>
  )
}

function ArrowLine({
  arrow: { points, at, centred, label, gap, broken },
}: {
  readonly arrow: Arrow
}) {
  const [x, y] = at
  const anchor = centred ? 'middle' : ''
  return (
    <g class={broken ? 'arrow broken' : 'arrow'}>
      <path d={`M${points.map((point) => point.join(' ')).join('L')}`} marker-end="url(#tip)" />
      <text class={`${anchor} strong ground`} x={x} y={centred ? y - 8 : y - 2}>
        {label}
      </text>
      {gap !== undefined && gap > 0 && (
        <text class={`${anchor} small quiet ground`} x={x} y={centred ? y + 18 : y + 14}>
          {span(gap)}
        </text>
      )}
    </g>
  )
}

function NodeBox({ box: { hop, x, y, width, height } }: { readonly box: Box }) {
  const own = Math.max(0, (hop.exchange?.ms ?? 0) - (hop.attempts.length === 0 ? hop.elsewhere : 0))
  const security = hop.exchange?.security
  const took = span(hop.end - hop.start)
  let line = y + 68
  const next = () => {
    line += LINE
    return line - LINE
  }
  return (
    <g class={`node ${hop.tone}`}>
      <rect class="body" x={x} y={y} width={width} height={height} rx="4" />
      <rect class="side" x={x} y={y} width="4" height={height} />
      <text class="strong" x={x + 16} y={y + 24}>
        {fitting(nodeName(hop.node), width - 36 - widthOf(took, 'strong'), 'strong')}
        <title>{hop.node}</title>
      </text>
      <text class="tone" x={x + 16} y={y + 44}>
        {fitting(`${MARKS[hop.tone]} ${hop.back ? 'answer: ' : ''}${hop.word}`, width - 28)}
      </text>
      <text class="strong number end" x={x + width - 12} y={y + 24}>
        {took}
      </text>
      <text class="small quiet" x={x + 16} y={next()}>
        {fitting(sentence(hop, own), width - 28, 'small')}
      </text>
      {security && (
        <text
          class={`small ${security.verdict === 'failed' ? 'failed' : 'quiet'}`}
          x={x + 16}
          y={next()}
        >
          {security.verdict === 'valid'
            ? fitting(`✓ signed by ${(security.peers ?? ['?']).join(', ')}`, width - 28, 'small')
            : fitting(`✕ security ${security.code ?? 'failed'}`, width - 28, 'small')}
        </text>
      )}
      {hop.attempts.length > 0 && <Store hop={hop} x={x + 12} y={line - 8} width={width - 24} />}
    </g>
  )
}

function sentence(hop: Hop, own: number): string {
  if (hop.refused) return 'refused by the transport'
  if (hop.elsewhere > 0 && hop.attempts.length === 0) {
    return `${span(own)} here, ${span(hop.elsewhere)} at the next`
  }
  return hop.attempts.length > 0 ? `accepted within ${span(own)}` : `${span(own)} here`
}

/** The queue: a cylinder with the attempts that were made from it. */
function Store({
  hop,
  x,
  y,
  width,
}: {
  readonly hop: Hop
  readonly x: number
  readonly y: number
  readonly width: number
}) {
  const shown = attemptsShown(hop)
  const height = 24 + LINE * (1 + shown.length)
  const left = hop.attempts.length - shown.length
  return (
    <g class="store">
      <path
        d={`M${x} ${y + 6}v${height - 12}a${width / 2} 6 0 0 0 ${width} 0v${12 - height}a${width / 2} 6 0 0 0 ${-width} 0a${width / 2} 6 0 0 0 ${width} 0`}
      />
      <text class="small quiet" x={x + 8} y={y + 28}>
        {fitting(
          `queue${hop.queued === undefined ? '' : `, waited ${span(hop.queued)}`}${left > 0 ? `, ${left} attempts more` : ''}`,
          width - 16,
          'small',
        )}
      </text>
      {shown.map(({ number, job, start, end }, index) => (
        <g key={`${number} ${start}`} class={toneOf(job)}>
          <text class="small tone" x={x + 8} y={y + 28 + LINE * (index + 1)}>
            {fitting(
              `${MARKS[toneOf(job)]} attempt ${number}: ${job.outcome}`,
              width - 24 - widthOf(span(end - start), 'small'),
              'small',
            )}
            {job.cause !== undefined && <title>{job.cause}</title>}
          </text>
          <text class="small quiet number end" x={x + width - 8} y={y + 28 + LINE * (index + 1)}>
            {span(end - start)}
          </text>
        </g>
      ))}
    </g>
  )
}
