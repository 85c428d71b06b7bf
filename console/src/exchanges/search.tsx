/** What is asked of the journal. */
import { refine } from '../base/place.js'
import { Choice, Field } from '../parts/field.js'
import { OUTCOMES } from '../pure/outcome.js'

const WHAT_FAILED = 'fault,refused,dead,retry'
const SPANS = ['5m', '15m', '1h', '6h', '1d', '7d']

export function SearchForm({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const set = (name: string) => (text: string) => refine({ ...query, [name]: text })
  const outcomes: readonly (readonly [string, string])[] = [
    ['', 'any'],
    [WHAT_FAILED, 'whatever failed'],
    ...OUTCOMES.map((word): readonly [string, string] => [word, word]),
  ]
  const chosen = query.outcome ?? ''
  const known = outcomes.some(([key]) => key === chosen)
  return (
    <search class="search">
      <Field
        label="Id"
        search
        wide
        value={query.id ?? ''}
        placeholder="of an exchange, a trace, a message or a mail"
        onChange={set('id')}
      />
      <Field label="Operation" value={query.operation ?? ''} onChange={set('operation')} />
      <Field
        label="From"
        value={query.peer ?? ''}
        placeholder="peer, mailbox"
        onChange={set('peer')}
      />
      <Choice
        label="Outcome"
        value={chosen}
        options={known ? outcomes : [...outcomes, [chosen, chosen]]}
        onChange={set('outcome')}
      />
      <Field
        label="Transport"
        value={query.transport ?? ''}
        list={['http', 'smtp']}
        onChange={set('transport')}
      />
      <Field
        label="Since"
        value={query.since ?? ''}
        placeholder="1h, 2026-11-21"
        list={SPANS}
        onChange={set('since')}
      />
      <Field label="Until" value={query.until ?? ''} placeholder="now" onChange={set('until')} />
      {Object.keys(query).length > 0 && (
        <button type="button" class="plain" onClick={() => refine({})}>
          Clear
        </button>
      )}
    </search>
  )
}
