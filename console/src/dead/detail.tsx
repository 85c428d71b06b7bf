/** One dead letter: why it died, each attempt, and its envelope, which can be edited and sent again. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { DeadLetterView } from '../../../src/operate/admin/api.js'
import { NotAnswered } from '../base/api.js'
import { go, shownLocation } from '../base/location.js'
import { useResource } from '../base/resource.js'
import { Copy } from '../parts/command.js'
import { MayLook } from '../parts/may-look.js'
import { Name } from '../parts/name.js'
import { Empty, Waiting } from '../parts/states.js'
import { Time } from '../parts/time.js'
import { linkTo } from '../pure/location.js'
import { size } from '../pure/text.js'
import { ChangeDialog, type Wanted } from './change.js'
import { Editor } from './editor.js'
import { History } from './history.js'

export function DeadLetterPage({ id, change }: { readonly id: string; readonly change: boolean }) {
  const found = useResource<DeadLetterView>(`api/dead/${encodeURIComponent(id)}`)
  const [wanted, want] = useState<Wanted | undefined>(undefined)
  const may = change && found.view?.job.state === 'dead'
  return (
    <>
      <div class="bar">
        <a data-up href={linkTo(['dead'], shownLocation.value.query)}>
          Back to the list
        </a>
        <span class="mono id">{id}</span>
        {may && (
          <span class="end bar-buttons">
            <button type="button" class="main" onClick={() => want({ what: 'replay', ids: [id] })}>
              Replay as it is …
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => want({ what: 'remove', ids: [id] })}
            >
              Remove …
            </button>
          </span>
        )}
        {!change && <MayLook />}
      </div>
      {isUnknown(found.error) ? <Unknown id={id} /> : <Waiting of={found} />}
      {found.view && <Letter view={found.view} may={may} again={found.again} />}
      {wanted && (
        <ChangeDialog
          wanted={wanted}
          onClose={(changed) => {
            want(undefined)
            if (changed) go(['dead'], shownLocation.value.query)
          }}
        />
      )}
    </>
  )
}

function isUnknown(error: unknown): boolean {
  return error instanceof NotAnswered && error.status === 404
}

function Unknown({ id }: { readonly id: string }) {
  return (
    <Empty title="The queue has no such job.">
      It was removed, or has ended and is kept no longer.{' '}
      <a href={linkTo(['exchanges', id])}>Show in the journal</a>
    </Empty>
  )
}

interface Shown {
  readonly view: DeadLetterView
  /** Whether it can be edited. */
  readonly may: boolean
  readonly again: () => void
}

function Content({ view: { job, envelope, hidden }, may, again }: Shown) {
  if (hidden) {
    return (
      <Empty title="It is not shown.">
        You have no right to read the contents of this message.
      </Empty>
    )
  }
  if (envelope === undefined) {
    return (
      <Empty title="It cannot be shown as text." command={`waybill dead show ${job.id}`}>
        Its encoding is not known here. On a terminal:
      </Empty>
    )
  }
  return <Editor id={job.id} envelope={envelope} may={may} onReplaced={again} />
}

function Letter({ view, may, again }: Shown) {
  const { job, attachments, history } = view
  return (
    <>
      <section class="about" aria-label="What it is">
        <p class="verdict">
          <span class="cause tone-bad">{job.cause ?? 'No cause was kept.'}</span>
        </p>
        <dl class="facts">
          <Fact name="Operation">
            <Name of={job.operation} />
          </Fact>
          {view.plugin !== undefined && <Fact name="Plugin">{view.plugin}</Fact>}
          <Fact name="To">{job.to ?? `an operation of this node (${job.kind})`}</Fact>
          <Fact name="From">{job.sender ?? '–'}</Fact>
          <Fact name="Accepted">
            <Time at={job.accepted} />
          </Fact>
          {job.ended !== undefined && (
            <Fact name="Died">
              <Time at={job.ended} />
            </Fact>
          )}
          {job.messageId !== undefined && (
            <Fact name="Message id">
              <span class="mono">{job.messageId}</span> <Copy text={job.messageId} />
            </Fact>
          )}
          <Fact name="Conversation">
            <a href={linkTo(['exchanges', job.id])}>its complete path</a>
          </Fact>
          {view.replaces !== undefined && <Fact name="Replaces">{view.replaces}</Fact>}
          {view.replacedBy !== undefined && (
            <Fact name="Replaced by">
              <a href={linkTo(['exchanges', view.replacedBy])}>{view.replacedBy}</a>
            </Fact>
          )}
          {attachments.length > 0 && (
            <Fact name="Attachments">
              {attachments.map((one) => `${one.contentType}, ${size(one.size)}`).join('; ')}
            </Fact>
          )}
        </dl>
      </section>
      <section>
        <h2>Attempts</h2>
        <History history={history} />
      </section>
      <section>
        <h2>Envelope</h2>
        <Content view={view} may={may} again={again} />
      </section>
    </>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
