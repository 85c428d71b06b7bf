/** Nodes among automata: whoever answers whom, so many mails go about and no more. */
import test, { type ExecutionContext } from 'ava'
import { until } from '../support/jobs.js'
import { type MailNode, mailNode } from '../support/mail/node.js'
import {
  type Destination,
  field,
  type Letter,
  type PostOffice,
  postOffice,
} from '../support/mail/post-office.js'
import { mailOf } from '../support/mail/smtp.js'
import { ADD, soap11, soap12 } from '../support/wire/envelopes.js'

const DIVIDE = '<c:Divide xmlns:c="urn:example:calculator"><c:a>1</c:a><c:b>0</c:b></c:Divide>'
const NODE = 'calculator@a.example'

interface World {
  readonly office: PostOffice
  readonly nodes: readonly MailNode[]
  /** Waits until no mail is on its way and no node has anything to do. */
  quiet(): Promise<void>
  /** Sender and recipient of every letter so far. */
  ways(): readonly string[]
}

/** Nodes of a.example and b.example, and others that take mail. */
async function world(
  t: ExecutionContext,
  others: Readonly<Record<string, Destination>> = {},
  settings = {},
): Promise<World> {
  const domains: Record<string, Destination> = { ...others }
  const office = await postOffice(domains)
  const nodes: MailNode[] = []
  for (const domain of ['a.example', 'b.example']) {
    const node = await mailNode({ relay: office.url, settings: { domains: [domain], ...settings } })
    domains[domain] = node.port
    nodes.push(node)
  }
  t.teardown(async () => {
    await Promise.all(nodes.map((node) => node.close()))
    await office.close()
  })
  const still = async () => {
    const before = office.letters.length
    const idle = office.underWay === 0 && (await Promise.all(nodes.map((node) => node.idle())))
    return (
      Array.isArray(idle) &&
      !idle.includes(false) &&
      office.underWay === 0 &&
      office.letters.length === before
    )
  }
  return {
    office,
    nodes,
    quiet: () => until(still),
    ways: () =>
      office.letters.map(
        ({ from, to }) => `${from.replace(/\+[^@]*/, '+')} > ${to.replace(/\+[^@]*/, '+')}`,
      ),
  }
}

const request = (
  from: string,
  body = soap11(ADD),
  fields: Record<string, string> = {},
): Letter => ({
  from,
  to: NODE,
  content: `${mailOf(body, { From: from, To: NODE, 'Message-ID': '<first@x.example>', ...fields })}\r\n`,
})

/** Calls that a node has taken. */
const calls = ({ nodes }: World, at = 0) =>
  nodes[at]?.log.filter(
    ({ event, attempt, operation }) =>
      event === 'exchange' && attempt === undefined && String(operation).endsWith('}Add'),
  ).length

for (const soap of [soap11, soap12]) {
  const type = { 'Content-Type': soap === soap11 ? 'text/xml' : 'application/soap+xml' }

  test(`two nodes: a request in the other's name is answered once (${soap.name})`, async (t) => {
    const there = await world(t)
    there.office.post(request('calculator@b.example', soap(ADD), type))
    await there.quiet()
    t.deepEqual(there.ways(), [
      `calculator@b.example > ${NODE}`,
      'calculator+@a.example > calculator@b.example',
    ])
    t.deepEqual(there.office.refusals, [])
  })

  test(`two nodes: so is one that fails (${soap.name})`, async (t) => {
    const there = await world(t)
    there.office.post(request('calculator@b.example', soap(DIVIDE), type))
    await there.quiet()
    t.deepEqual(there.ways(), [`calculator@b.example > ${NODE}`, ' > calculator@b.example'])
    t.deepEqual(there.office.refusals, [])
  })
}

test('our own address as the sender is never answered', async (t) => {
  const there = await world(t)
  for (const from of [NODE, 'echo@a.example', 'Calculator+token@A.example']) {
    there.office.post(request(from, soap11(ADD), { 'Message-ID': `<${from}>` }))
  }
  await there.quiet()
  t.is(there.office.letters.length, 3)
  t.is(calls(there), 3)
})

const note =
  (fields: Record<string, string>) =>
  (letter: Letter): readonly Letter[] => [
    {
      from: fields.From ?? '',
      to: field(letter, 'Reply-To') ?? field(letter, 'From') ?? '',
      content: mailOf('I am away until Monday.', {
        From: 'person@away.example',
        'In-Reply-To': field(letter, 'Message-ID') ?? '',
        'Content-Type': 'text/plain',
        'Message-ID': `<note-${Math.random()}@away.example>`,
        ...fields,
      }),
    },
  ]

for (const [name, fields] of [
  ['as it should', { 'Auto-Submitted': 'auto-replied' }],
  ['without a mark', {}],
  ['without a mark, from an address', { From: 'person@away.example' }],
] as const) {
  test(`a vacation responder, ${name}: one note, which nobody answers`, async (t) => {
    const there = await world(t, { 'away.example': note(fields) })
    there.office.post(request('person@away.example'))
    await there.quiet()
    t.is(there.office.letters.length, 3)
    t.deepEqual(there.office.refusals.length, 1)
    t.regex(there.office.refusals[0] ?? '', /^554 5\.6\.0 not a SOAP message/)
  })
}

test('a responder that sends the reply back: it is no request', async (t) => {
  const back = (letter: Letter): readonly Letter[] => [
    {
      from: letter.to,
      to: field(letter, 'From') ?? '',
      content: letter.content
        .replace(/^From: .*$/m, `From: ${letter.to}`)
        .replace(/^(Auto-Submitted|X-Waybill-Hops): .*\r\n/gm, ''),
    },
  ]
  const there = await world(t, { 'mirror.example': back })
  there.office.post(request('person@mirror.example'))
  await there.quiet()
  t.is(there.office.letters.length, 3)
  t.is(calls(there), 1)
})

for (const mark of [undefined, 'auto-generated', 'auto-replied'] as const) {
  const most = mark === 'auto-replied' ? 0 : 5
  test(`a machine that asks again after every answer, ${mark ?? 'unmarked'}: ${most} answers an hour`, async (t) => {
    let requests = 0
    const again = () => {
      requests += 1
      return request('machine@mad.example', soap11(ADD), {
        'Message-ID': `<${requests}@mad.example>`,
        ...(mark && { 'Auto-Submitted': mark }),
      })
    }
    const there = await world(t, { 'mad.example': () => [again()] }, { maxAnswersPerHour: 5 })
    there.office.post(again())
    await there.quiet()
    t.is(requests, most + 1)
    t.is(there.office.letters.length, 2 * most + 1)
    t.is(there.office.refusals.length, most === 0 ? 0 : 1)
    if (most > 0) t.regex(there.office.refusals[0] ?? '', /^450 4\.7\.1/)
  })
}

/** Sends what it gets on to its members, as lists do. */
const list =
  (fields: string, returnPath: string) =>
  (letter: Letter): readonly Letter[] =>
    [NODE, 'calculator@b.example'].map((to) => ({
      from: returnPath,
      to,
      content: `${fields}${letter.content}`,
    }))

test('a mailing list: its members do what is asked, and none of them answers', async (t) => {
  const mark = 'List-Id: <l.list.example>\r\nPrecedence: list\r\n'
  const there = await world(t, { 'list.example': list(mark, 'l-bounces@list.example') })
  there.office.post({ ...request('person@peer.example'), to: 'l@list.example' })
  await there.quiet()
  t.is(there.office.letters.length, 3)
  t.deepEqual([calls(there, 0), calls(there, 1)], [1, 1])
})

test('a list that has itself answered, and marks nothing: each member answers it once', async (t) => {
  const there = await world(t, { 'list.example': list('', 'person@list.example') })
  const posted = request('person@list.example', soap11(ADD), { 'Reply-To': 'l@list.example' })
  there.office.post({ ...posted, to: 'l@list.example' })
  await there.quiet()
  // The request and its two copies; two replies, each with two copies that nobody answers.
  t.is(there.office.letters.length, 3 + 2 * 3)
})

const report = (letter: Letter): Letter => ({
  from: '',
  to: letter.from,
  content: mailOf(
    '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; gone.example\r\n\r\n' +
      'Action: failed\r\nStatus: 5.1.1\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n' +
      `${letter.content}\r\n--b--\r\n`,
    {
      From: 'MAILER-DAEMON@gone.example',
      'Auto-Submitted': 'auto-replied',
      'Message-ID': `<report-${Math.random()}@gone.example>`,
      'Content-Type': 'multipart/report; report-type=delivery-status; boundary=b',
    },
  ),
})

test('an answer that bounces: its report is heard, and is the last', async (t) => {
  const there = await world(t, { 'gone.example': (letter) => [report(letter)] })
  there.office.post(request('person@gone.example'))
  await there.quiet()
  t.is(there.office.letters.length, 3)
  const [node] = there.nodes
  t.is(node?.log.filter(({ msg }) => msg === 'a message of this node did not arrive').length, 1)
})

test('a fault that bounces has nobody to be reported to', async (t) => {
  const there = await world(t, {
    'gone.example': (letter) => (letter.from === '' ? [] : [report(letter)]),
  })
  there.office.post(request('person@gone.example', soap11(DIVIDE)))
  await there.quiet()
  t.deepEqual(there.ways(), [`person@gone.example > ${NODE}`, ' > person@gone.example'])
})

test('a bounce of a bounce, wherever it says it is from, is answered by nobody', async (t) => {
  const there = await world(t, { 'gone.example': () => [] })
  const first = report({ ...request('person@gone.example'), from: 'calculator+job@a.example' })
  const second = report({ ...first, from: 'calculator+job@a.example' })
  for (const from of ['', 'MAILER-DAEMON@gone.example', 'person@gone.example']) {
    there.office.post({ ...second, from })
  }
  await there.quiet()
  t.is(there.office.letters.length, 3)
})

test('a request to nowhere becomes a dead letter, and is not sent again and again', async (t) => {
  const there = await world(t)
  there.office.post(request('person@unknown.example'))
  await there.quiet()
  t.is(there.office.letters.length, 1)
  t.is((await there.nodes[0]?.queue.admin.stats())?.dead, 1)
})
