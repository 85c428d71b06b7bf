/** What was sent, what came back and how long it took; before that, the request as it would be sent. */
import type { CallView } from '../../../src/operate/admin/api.js'
import { Badge } from '../parts/badge.js'
import { Command } from '../parts/command.js'
import { Xml } from '../parts/xml.js'
import { asCommand, asCurl, asMail, type Call } from '../pure/call.js'
import { linkTo } from '../pure/location.js'
import { span } from '../pure/text.js'

export function Answered({
  answer,
  draft,
}: {
  readonly answer: { readonly call: Call; readonly view: CallView } | undefined
  readonly draft: Call
}) {
  const call = answer?.call ?? draft
  return (
    <div class="answered">
      <div aria-live="polite">{answer && <Verdict view={answer.view} />}</div>
      {answer && answer.view.answer !== '' && <Xml label="Answer" text={answer.view.answer} />}
      <Xml label={answer ? 'Request' : 'Request, as it would be sent'} text={call.envelope} />
      <details>
        <summary>The same call as curl, as waybill call, as a mail</summary>
        <h3>curl</h3>
        <Command text={asCurl(call)} />
        <h3>waybill</h3>
        <Command text={asCommand(call)} />
        <h3>Mail</h3>
        <Command text={asMail(call, 'call-1')} />
      </details>
      {answer && <HttpHeaders view={answer.view} />}
    </div>
  )
}

function Verdict({ view }: { readonly view: CallView }) {
  const { status, ms, error, exchange } = view
  const good = status !== undefined && status < 400
  return (
    <p class="verdict">
      <Badge
        tone={good ? 'good' : 'bad'}
        word={status === undefined ? 'no answer' : `status ${status}`}
      />
      <span class="number">{span(ms)}</span>
      {error !== undefined && <span class="tone-bad">{error}</span>}
      {exchange !== undefined && <a href={linkTo(['exchanges', exchange])}>its way</a>}
    </p>
  )
}

function HttpHeaders({ view }: { readonly view: CallView }) {
  const lines = (headers: CallView['answerHeaders']) =>
    headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  return (
    <details>
      <summary>HTTP headers</summary>
      <h3>Request</h3>
      <Command text={lines(view.requestHeaders)} />
      <h3>Answer</h3>
      <Command text={lines(view.answerHeaders)} />
    </details>
  )
}
