/** The flow of each transport and operation, a line each, the ones that fail first. */
import type { FlowLine, FlowView } from '../../../src/operate/admin/api.js'
import { Name } from '../parts/name.js'
import { Spark } from '../parts/spark.js'
import { Table } from '../parts/table.js'
import { last, total } from '../pure/flow.js'
import { WINDOWS } from '../pure/flow-window.js'
import { linkTo } from '../pure/location.js'
import { localPart, rate, share, span, whole } from '../pure/text.js'

export function Lines({ flow }: { readonly flow: FlowView }) {
  const { title, inLine } = WINDOWS[flow.window]
  return (
    <Table
      label="Flow by transport and operation"
      kind="lines"
      columns={[
        'Operation',
        'Transport',
        title,
        ['Rate', 'right'],
        [`Client faults, ${inLine}`, 'right', 'Refused, or a fault of the sender'],
        [`Server faults, ${inLine}`, 'right', 'A fault of the node or of what it sends to'],
        ['p50', 'right wide'],
        ['p95', 'right wide'],
        ['p99', 'right'],
      ]}
    >
      {flow.lines.map((line) => (
        <Line key={`${line.transport} ${line.operation}`} line={line} flow={flow} />
      ))}
    </Table>
  )
}

function Line({ line, flow }: { readonly line: FlowLine; readonly flow: FlowView }) {
  const { transport, operation } = line
  const { step } = flow
  const { ofLine } = WINDOWS[flow.window]
  const received = total(last(line.count, step, ofLine))
  const summary = `${whole(total(line.count))} messages, ${whole(total(line.clientFaults))} client faults, ${whole(total(line.serverFaults))} server faults`
  const duration = (name: 'p50' | 'p95' | 'p99') => {
    if (line.durations) return line.durations[name]
    const measured = last(line[name], step, ofLine).flatMap((ms) => ms ?? [])
    return measured.length === 0 ? null : Math.max(...measured)
  }
  return (
    <tr>
      <th scope="row">
        <a data-row href={linkTo(['exchanges'], { operation, transport })}>
          {operation === undefined ? 'no operation' : <Name of={operation} />}
        </a>
      </th>
      <td>{transport}</td>
      <td>
        <Spark
          counts={line.count}
          client={line.clientFaults}
          server={line.serverFaults}
          label={`${operation === undefined ? transport : localPart(operation)}: ${summary}`}
        />
      </td>
      <td class="right number">{rate(received / (ofLine / 1000))}/s</td>
      <Faults of={line.clientFaults} tone="warn" received={received} flow={flow} />
      <Faults of={line.serverFaults} tone="bad" received={received} flow={flow} />
      <td class="right number wide">{span(duration('p50'))}</td>
      <td class="right number wide">{span(duration('p95'))}</td>
      <td class="right number">{span(duration('p99'))}</td>
    </tr>
  )
}

/** How many failed, and which part of all messages that is. */
function Faults({
  of: counts,
  tone,
  received,
  flow,
}: {
  readonly of: readonly number[]
  readonly tone: 'bad' | 'warn'
  readonly received: number
  readonly flow: FlowView
}) {
  const failed = total(last(counts, flow.step, WINDOWS[flow.window].ofLine))
  return (
    <td class={`right number ${failed > 0 ? `tone-${tone}` : 'quiet'}`}>
      {failed > 0 ? `${whole(failed)} (${share(failed, received)})` : '0'}
    </td>
  )
}
