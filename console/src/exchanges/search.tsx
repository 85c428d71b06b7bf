/** What is asked of the journal: the fields that are needed most, and the others on request. */
import { useState } from 'preact/hooks'
import { refine } from '../base/location.js'
import type { ChoiceLooks } from '../parts/field.js'
import { Asked, AskedOf, Search } from '../parts/search.js'
import { OUTCOMES } from '../pure/outcome.js'

const WHAT_FAILED = 'fault,refused,dead,retry'
const SPANS = ['5m', '15m', '1h', '6h', '1d', '7d']
const EVENTS: ChoiceLooks['options'] = [
  ['', 'anything'],
  ['exchange', 'messages'],
  ['job', 'attempts of jobs'],
  ['refused', 'refused mails'],
  ['connection', 'refused connections'],
  ['breaker', 'breakers'],
  ['opinion', 'second opinions'],
  ['action', 'what operators did'],
]
/** Names of the fields that are not seen at first. */
const OTHERS = ['event', 'cause', 'transport', 'node', 'until']

export function SearchForm({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const [more, showMore] = useState(false)
  const others = more || OTHERS.some((name) => query[name] !== undefined)
  return (
    <Search>
      <Asked
        name="id"
        label="Id"
        search
        wide
        placeholder="of an exchange, a trace, a message or a mail"
      />
      <Asked name="operation" label="Operation" />
      <Asked name="peer" label="From" placeholder="peer, mailbox" />
      <Asked name="to" label="To" placeholder="destination" />
      <AskedOf
        name="outcome"
        label="Outcome"
        options={withChosen(query.outcome, [
          ['', 'any'],
          [WHAT_FAILED, 'whatever failed'],
          ...OUTCOMES.map((word): readonly [string, string] => [word, word]),
        ])}
      />
      <Asked name="since" label="Since" placeholder="1h, 2026-11-21" list={SPANS} />
      {others && (
        <>
          <Asked name="until" label="Until" placeholder="now" />
          <AskedOf name="event" label="What" options={withChosen(query.event, EVENTS)} />
          <Asked name="cause" label="Cause" placeholder="part of it" />
          <Asked name="transport" label="Transport" list={['http', 'smtp']} />
          <Asked name="node" label="Node" placeholder="its whole URI" />
        </>
      )}
      {!others && (
        <button type="button" class="plain" onClick={() => showMore(true)}>
          More …
        </button>
      )}
      {Object.keys(query).length > 0 && (
        <button type="button" class="plain" onClick={() => refine({})}>
          Clear
        </button>
      )}
    </Search>
  )
}

/** What the URL asks for is shown, too, if it is none of those that can be chosen. */
function withChosen(
  chosen: string | undefined,
  options: ChoiceLooks['options'],
): ChoiceLooks['options'] {
  if (chosen === undefined || options.some(([key]) => key === chosen)) return options
  return [...options, [chosen, chosen]]
}
