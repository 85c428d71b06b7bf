/** Events: each is documented as it is, and tells what an operator looks for. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { EVENTS, FIELDS } from '../../src/message/events/describe.js'
import { levelOf } from '../../src/message/events/event-log.js'
import type { NodeEvent } from '../../src/message/events/events.js'
import { SoapFault } from '../../src/plugin.js'
import type { Transport } from '../../src/transport.js'
import { until } from '../support/jobs.js'
import { makeNode } from '../support/nodes/node.js'
import { onwardTo } from '../support/nodes/onward.js'
import { soap11 } from '../support/wire/envelopes.js'

const DOCUMENT = fileURLToPath(new URL('../../../docs/operating.md', import.meta.url))
const TABLES = /(<!-- events -->\n)[\s\S]*?(<!-- \/events -->)/

/** Levels that an event may have, by its outcomes. */
const LEVELS: Readonly<Record<NodeEvent['event'], string>> = {
  exchange: '`info`; `warn` for `fault` and `refused`',
  job: '`info`; `warn` for `retry` and `dead`, `debug` for `postponed`',
  breaker: '`warn` for `open`, `info` for `closed`',
  refused: '`warn`; `debug` from the second one of a connection on',
  connection: '`debug`',
  opinion: '`warn`',
  action: '`info`; `warn` if it was not done',
}

function tables(): string {
  const events = Object.entries(EVENTS).map(([name, { when, fields }]) => {
    const level = LEVELS[name as NodeEvent['event']]
    const named = Object.keys(fields).map((field) => `\`${field}\``)
    return `| \`${name}\` | ${when} | ${level} | ${named.join(', ')} |`
  })
  const fields = Object.entries(FIELDS).map(([name, means]) => `| \`${name}\` | ${means} |`)
  return [
    '| event | when | level | fields |',
    '| --- | --- | --- | --- |',
    ...events,
    '',
    '| field | says |',
    '| --- | --- |',
    ...fields,
    '',
  ].join('\n')
}

test('docs/operating.md lists every event and every field as they are', (t) => {
  const document = readFileSync(DOCUMENT, 'utf8')
  t.regex(document, TABLES)
  const kept = document.replace(TABLES, (_, open, close) => open + tables() + close)
  if (process.env.UPDATE_DOCS) writeFileSync(DOCUMENT, kept)
  else t.is(document, kept, 'run UPDATE_DOCS=1 npx ava dist/test/observer/events.test.js')
})

/** The next node, and the mailboxes of senders. */
const elsewhere: Transport = {
  name: 'next',
  schemes: ['next', 'mailto'],
  listening: [],
  listen: async () => undefined,
  close: async () => undefined,
  send: async () => undefined,
}

const RETRY = 'queue.retry={attempts: 1, delay: 1ms, maxDelay: 1ms, timeLimit: 1m}'

function node(settings: readonly string[] = [], onward = false) {
  const made = makeNode(
    {
      q: {
        operations: [
          {
            name: '{urn:q}No',
            invoke() {
              throw new SoapFault({ code: 'Client', reason: 'Not that.' })
            },
          },
          {
            name: '{urn:q}Fail',
            dispatch: 'queue',
            exchange: 'one-way',
            invoke() {
              throw new Error('the disk is full')
            },
          },
        ],
      },
    },
    {
      transports: [elsewhere],
      settings: [RETRY, 'node.uri=urn:example:between', ...settings],
      ...(onward && { findRoute: onwardTo('next:node', 'store') }),
    },
  )
  const event = async (wanted: Record<string, unknown>) => {
    const found = () =>
      made.log.find((line) => Object.entries(wanted).every(([key, value]) => line[key] === value))
    await until(() => found() !== undefined)
    return found() ?? {}
  }
  return { ...made, event }
}

const entry = (local: string) => soap11(`<q:${local} xmlns:q="urn:q"/>`)

test('the event of a fault has its operation, its code and its cause', async (t) => {
  const { inject, event } = node()
  const peer = { address: '192.0.2.7', mailbox: 'me@a.example' }
  await inject(entry('No'), { peer, messageId: '<1@a.example>' })
  const line = await event({ event: 'exchange' })
  t.like(line, {
    level: 'warn',
    outcome: 'fault',
    code: 'Client',
    cause: 'Not that.',
    operation: '{urn:q}No',
    peer: '192.0.2.7',
    from: 'me@a.example',
    messageId: '<1@a.example>',
  })
})

test('a fault of what is refused before its operation is known has the name of its entry', async (t) => {
  const { inject, event } = node()
  await inject(entry('Unknown'))
  t.is((await event({ event: 'exchange' })).operation, '{urn:q}Unknown')
})

test('a fault that goes by mail is told as a fault, with where it goes; its mail is an event of its own', async (t) => {
  const { inject, event } = node()
  const outcome = await inject(entry('No'), { replyTo: 'mailto:me@a.example' })
  t.deepEqual(outcome, { kind: 'accepted' })
  const line = await event({ event: 'exchange' })
  t.like(line, { outcome: 'fault', answerTo: 'mailto:me@a.example' })
  t.like(await event({ event: 'job', kind: 'send' }), {
    level: 'info',
    outcome: 'done',
    exchange: line.exchange,
    to: 'mailto:me@a.example',
    attempt: 1,
  })
})

test('a message that becomes a dead letter has an event with the cause', async (t) => {
  const { inject, event } = node()
  await inject(entry('Fail'), { messageId: '<2@a.example>' })
  const { exchange } = await event({ event: 'exchange', outcome: 'accepted' })
  t.like(await event({ event: 'job', outcome: 'dead' }), {
    level: 'warn',
    exchange,
    job: exchange,
    operation: '{urn:q}Fail',
    messageId: '<2@a.example>',
    attempt: 1,
    cause: 'FinalFailure: Error: the disk is full',
  })
})

test('a message that was sent on in mode store has an event', async (t) => {
  const { inject, event } = node([], true)
  await inject(entry('No'))
  t.like(await event({ event: 'job', kind: 'forward' }), {
    outcome: 'done',
    operation: '{urn:q}No',
    to: 'next:node',
  })
})

test('no event has a field that is not documented', async (t) => {
  const { inject, log, event } = node()
  await inject(entry('Fail'))
  await inject('<broken')
  await event({ event: 'job' })
  const fields = new Set<string>(Object.keys(FIELDS))
  const lines = log.filter((line) => line.event !== undefined)
  t.true(lines.length >= 3)
  for (const line of lines) {
    for (const key of Object.keys(line)) {
      t.true(fields.has(key) || ['level', 'time', 'msg'].includes(key), key)
    }
  }
})

test('failures are warnings, and events that could flood the log have level debug', (t) => {
  const refused = { event: 'refused', transport: 'smtp', outcome: '550' } as const
  t.is(levelOf(refused), 'warn')
  t.is(levelOf({ ...refused, again: true }), 'debug')
  t.is(levelOf({ event: 'breaker', destination: 'a', outcome: 'open' }), 'warn')
})
