/** What is asked of the journal: the fields that are needed most, and the others on request. */
import { useState } from 'preact/hooks'
import { refine } from '../base/location.js'
import type { ChoiceLooks } from '../parts/field.js'
import { QueryChoice, QueryField, Search } from '../parts/search.js'
import { OUTCOMES } from '../pure/outcome.js'

const WHAT_FAILED = 'fault,refused,dead,retry'
const SPANS = ['5m', '15m', '1h', '6h', '1d', '7d']
const EVENTS: ChoiceLooks['options'] = [
  ['', 'anything'],
  ['exchange', 'messages'],
  ['job', 'attempts of jobs'],
  ['refused', 'refused mails'],
  ['connection', 'refused connections'],
  ['breaker', 'circuits of destinations'],
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
      <QueryField
        name="id"
        label="Id or key"
        search
        wide
        placeholder="id of an exchange, a trace, a message, a mail; or a business key"
      />
      <QueryField name="operation" label="Operation" />
      <QueryField name="peer" label="From" placeholder="peer, mailbox" />
      <QueryField name="to" label="To" placeholder="destination" />
      <QueryChoice
        name="outcome"
        label="Outcome"
        options={withChosen(query.outcome, [
          ['', 'any'],
          [WHAT_FAILED, 'whatever failed'],
          ...OUTCOMES.map((word): readonly [string, string] => [word, word]),
        ])}
      />
      <QueryField name="since" label="Since" placeholder="1h, 2026-11-21" list={SPANS} />
      {others && (
        <>
          <QueryField name="until" label="Until" placeholder="now" />
          <QueryChoice name="event" label="What" options={withChosen(query.event, EVENTS)} />
          <QueryField name="cause" label="Cause" placeholder="part of it" />
          <QueryField name="transport" label="Transport" list={['http', 'smtp']} />
          <QueryField name="node" label="Node" placeholder="its whole URI" />
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
