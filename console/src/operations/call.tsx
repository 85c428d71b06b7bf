/** Calls one operation: a form made from its schema, header blocks, both versions, and what came of it. */
import { useMemo, useState } from 'preact/hooks'
import type { CallView, OperationsView, OperationView } from '../../../src/operate/admin/api.js'
import { post, sentenceOf } from '../base/api.js'
import { Choice } from '../parts/field.js'
import { MayLook } from '../parts/may-look.js'
import { Name } from '../parts/name.js'
import { addressingBlocks, type Call, envelopeOf, type Soap } from '../pure/call.js'
import { blank, type Entry, entryXml } from '../pure/form.js'
import { Answered } from './answered.js'
import { FormFields } from './fields.js'

export function CallPage({
  operation,
  addresses,
  change,
}: {
  readonly operation: OperationView
  readonly addresses: OperationsView['addresses']
  readonly change: boolean
}) {
  const { name, form, action, sample, documentation, plugin, ownPath } = operation
  const urls = addresses.map((one) => (ownPath ? `${one.url}/${plugin}` : one.url))
  const [url, setUrl] = useState(urls[0] ?? '')
  const [soap, setSoap] = useState<Soap>('1.1')
  const [entry, setEntry] = useState<Entry | undefined>(form && blank(form))
  const [text, setText] = useState<string | undefined>(form ? undefined : (sample ?? ''))
  const [blocks, setBlocks] = useState('')
  const [answer, say] = useState<{ call: Call; view: CallView } | undefined>(undefined)
  const [wrong, setWrong] = useState('')
  const [busy, setBusy] = useState(false)
  const body = text ?? (form && entry ? entryXml(form, entry) : '')
  const envelope = useMemo(() => envelopeOf(soap, blocks, body), [soap, blocks, body])
  const call: Call = { url, soap, operation: name, action, envelope }
  const send = (event: SubmitEvent) => {
    event.preventDefault()
    if (!change) return
    setBusy(true)
    setWrong('')
    post<CallView>('api/operations/call', {
      url,
      soap,
      envelope,
      ...(action === undefined ? {} : { action }),
    })
      .then(
        (view) => say({ call, view }),
        (error: unknown) => setWrong(sentenceOf(error)),
      )
      .finally(() => setBusy(false))
  }
  return (
    <>
      <div class="bar">
        <a data-up href="#/operations">
          All operations
        </a>
      </div>
      <h2 class="title">
        <Name of={name} />
      </h2>
      <p class="quiet gap">
        {documentation ?? ''} <span>Plugin {plugin}.</span>
      </p>
      <div class="columns">
        <form class="call-form" onSubmit={send}>
          <div class="search">
            <Choice
              label="To"
              value={url}
              options={urls.map((one) => [one, one] as const)}
              onChange={setUrl}
            />
            <Choice
              label="SOAP"
              value={soap}
              options={[
                ['1.1', '1.1'],
                ['1.2', '1.2'],
              ]}
              onChange={(chosen) => setSoap(chosen === '1.2' ? '1.2' : '1.1')}
            />
          </div>
          {text === undefined && form && entry ? (
            <FormFields field={form} entry={entry} onChange={setEntry} />
          ) : (
            <label class="stack">
              <span>Body entry, as XML</span>
              <textarea
                rows={10}
                spellcheck={false}
                value={text}
                onInput={(event) => setText(event.currentTarget.value)}
              />
            </label>
          )}
          {form && (
            <button
              type="button"
              class="plain"
              onClick={() => setText(text === undefined ? body : undefined)}
            >
              {text === undefined ? 'Edit the body as XML' : 'Back to the form'}
            </button>
          )}
          <details>
            <summary>Header blocks</summary>
            <label class="stack">
              <span class="quiet">As XML, one after the other.</span>
              <textarea
                rows={5}
                spellcheck={false}
                value={blocks}
                onInput={(event) => setBlocks(event.currentTarget.value)}
              />
            </label>
            <button
              type="button"
              class="plain"
              onClick={() =>
                setBlocks(
                  `${blocks}${blocks === '' ? '' : '\n'}${addressingBlocks(freshId(), action ?? name.replace(/^\{(.*)\}/, '$1/'))}`,
                )
              }
            >
              Add WS-Addressing
            </button>
          </details>
          <div class="actions">
            {change ? (
              <button type="submit" class="main" disabled={busy || url === ''}>
                {busy ? 'Calling …' : 'Call'}
              </button>
            ) : (
              <MayLook />
            )}
          </div>
          <p role="alert" class="tone-bad">
            {wrong}
          </p>
        </form>
        <Answered answer={answer} draft={call} />
      </div>
    </>
  )
}

/** crypto.randomUUID is there on secure pages only, and an admin listener may be reached by plain HTTP. */
function freshId(): string {
  const hex = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) =>
    byte.toString(16).padStart(2, '0'),
  )
  return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
