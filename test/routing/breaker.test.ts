/** The breaker by a clock of its own: when it opens, whom it lets try, when it closes. */
import test from 'ava'
import { NotTried } from '../../src/path/deferred/not-tried.js'
import { Breaker } from '../../src/path/routing/breaker.js'
import { Breakers } from '../../src/path/routing/breakers.js'
import { wayTo } from '../../src/store/queue/job.js'
import { Undeliverable } from '../../src/transport.js'

interface Setup {
  readonly breaker: Breaker
  /** What it told, in order. */
  readonly reported: readonly string[]
  /** Attempts that got through to the destination. */
  readonly tried: () => number
  pass(milliseconds: number): void
  /** Moves the clock of the machine, and no time passes. */
  setClock(milliseconds: number): void
  fail(permanent?: boolean): Promise<string>
  succeed(): Promise<string>
}

function setup(failures = 3, pause = 1000): Setup {
  let now = 0
  let wall = Date.UTC(2030, 0, 1)
  let tried = 0
  const reported: string[] = []
  const breaker = new Breaker(
    'destination x',
    { failures, pause },
    (state, cause) => reported.push(cause ? `${state}: ${cause.message}` : state),
    { now: () => now, wall: () => wall },
  )
  const attempt = async (work: () => string) => {
    try {
      return await breaker.through(async () => {
        tried += 1
        return work()
      })
    } catch (error) {
      return (error as Error).message
    }
  }
  return {
    breaker,
    reported,
    tried: () => tried,
    pass(milliseconds) {
      now += milliseconds
      wall += milliseconds
    },
    setClock(milliseconds) {
      wall += milliseconds
    },
    fail: (permanent = false) =>
      attempt(() => {
        throw new Undeliverable('no way', { permanent })
      }),
    succeed: () => attempt(() => 'done'),
  }
}

const WAITS =
  'destination x is not tried until 2030-01-01T00:00:01.000Z: 3 messages in a row did not get through'

test('it opens after so many failures in a row, and says so once', async (t) => {
  const { reported, tried, fail, succeed } = setup()
  for (let count = 0; count < 3; count += 1) t.is(await fail(), 'no way')
  for (let count = 0; count < 3; count += 1) t.is(await succeed(), WAITS)
  t.is(tried(), 3)
  t.deepEqual(reported, ['open: no way'])
})

test('what is refused while it is open may be tried again later', async (t) => {
  const { breaker, fail } = setup(1)
  await fail()
  const error = await t.throwsAsync(
    breaker.through(async () => 'done'),
    { instanceOf: Undeliverable },
  )
  t.false((error as Undeliverable).permanent)
})

test('a pause lasts as long as it says, though the clock is set back by an hour', async (t) => {
  const { breaker, fail, pass, setClock, succeed } = setup(1, 1000)
  await fail()
  setClock(-3_600_000)
  const error = await t.throwsAsync(
    breaker.through(async () => 'done'),
    { instanceOf: NotTried },
  )
  t.is((error as NotTried).until, Date.UTC(2030, 0, 1) - 3_600_000 + 1000)
  pass(1000)
  t.is(await succeed(), 'done')
})

test('what was not sent says nothing of the destination', async (t) => {
  const { breaker, reported, fail, succeed } = setup(3)
  const unsent = () =>
    t.throwsAsync(
      breaker.through(async () => {
        throw new Undeliverable('no such action', { unsent: true })
      }),
      { instanceOf: Undeliverable, message: 'no such action' },
    )
  for (let count = 0; count < 5; count += 1) await unsent()
  t.is(await succeed(), 'done')
  await fail()
  await fail()
  await unsent()
  await fail()
  t.deepEqual(reported, ['open: no way'])
})

test('a success in between resets the count', async (t) => {
  const { reported, tried, fail, succeed } = setup()
  for (let count = 0; count < 5; count += 1) {
    await fail()
    await fail()
    t.is(await succeed(), 'done')
  }
  t.is(tried(), 15)
  t.deepEqual(reported, [])
})

test('a refusal for good is an answer: it counts as a success', async (t) => {
  const { reported, fail } = setup()
  await fail()
  await fail()
  t.is(await fail(true), 'no way')
  await fail()
  await fail()
  t.deepEqual(reported, [])
})

test('an answer that cannot be used here is one: it counts as a success', async (t) => {
  const { breaker, reported, fail } = setup()
  await fail()
  await fail()
  const unusable = () => Promise.reject(new Undeliverable('too large', { answered: true }))
  await t.throwsAsync(breaker.through(unusable), { message: 'too large' })
  await fail()
  await fail()
  t.deepEqual(reported, [])
})

test('an error that is not about sending counts neither way', async (t) => {
  const { breaker, reported, fail } = setup()
  await fail()
  await fail()
  const bug = () => Promise.reject(new TypeError('a bug'))
  await t.throwsAsync(breaker.through(bug), { instanceOf: TypeError })
  t.deepEqual(reported, [])
  await fail()
  t.deepEqual(reported, ['open: no way'])
})

test('after the pause one message tries while all others are still refused', async (t) => {
  const { breaker, reported, pass, fail, succeed } = setup()
  for (let count = 0; count < 3; count += 1) await fail()
  pass(999)
  t.is(await succeed(), WAITS)
  pass(1)
  let answer: (text: string) => void = () => undefined
  const trial = breaker.through(() => new Promise<string>((resolve) => (answer = resolve)))
  t.regex(await succeed(), /^destination x is just being tried again: /)
  t.deepEqual(reported, ['open: no way'])
  answer('back')
  t.is(await trial, 'back')
  t.deepEqual(reported, ['open: no way', 'closed'])
  t.is(await succeed(), 'done')
})

test('a trial that fails opens it for another pause, without an event', async (t) => {
  const { reported, tried, pass, fail, succeed } = setup()
  for (let count = 0; count < 3; count += 1) await fail()
  for (let count = 0; count < 4; count += 1) {
    pass(1000)
    t.is(await fail(), 'no way')
    t.regex(await succeed(), /is not tried until/)
  }
  t.is(tried(), 7)
  t.deepEqual(reported, ['open: no way'])
  pass(1000)
  t.is(await succeed(), 'done')
  t.deepEqual(reported, ['open: no way', 'closed'])
})

test('a trial that ends by a bug leaves the place to the next one', async (t) => {
  const { breaker, pass, fail, succeed } = setup(1)
  await fail()
  pass(1000)
  await t.throwsAsync(breaker.through(() => Promise.reject(new TypeError('a bug'))))
  t.is(await succeed(), 'done')
})

test('messages that were on their way when it opened change nothing by failing', async (t) => {
  const { breaker, reported, pass, fail, succeed } = setup(2)
  let lose: (error: Error) => void = () => undefined
  const late = breaker.through(() => new Promise<string>((_, reject) => (lose = reject)))
  await fail()
  await fail()
  pass(500)
  lose(new Undeliverable('late'))
  await t.throwsAsync(late)
  pass(500)
  t.is(await succeed(), 'done')
  t.deepEqual(reported, ['open: no way', 'closed'])
})

test('one that was on its way and got through closes it', async (t) => {
  const { breaker, reported, fail, succeed } = setup(1)
  let answer: (text: string) => void = () => undefined
  const slow = breaker.through(() => new Promise<string>((resolve) => (answer = resolve)))
  await fail()
  answer('after all')
  t.is(await slow, 'after all')
  t.is(await succeed(), 'done')
  t.deepEqual(reported, ['open: no way', 'closed'])
})

test('what is refused is spread over the pauses to come: one tries after each', async (t) => {
  const { breaker, fail, pass } = setup(1, 1000)
  const refused = async () => {
    const error = await t.throwsAsync(
      breaker.through(async () => 'done'),
      { instanceOf: NotTried },
    )
    return (error as NotTried).until - Date.UTC(2030, 0, 1)
  }
  await fail()
  for (let turn = 1; turn <= 20; turn += 1) t.is(await refused(), turn * 1000)
  t.is(await refused(), 1000)
  // A trial that fails begins anew.
  pass(1500)
  await fail()
  t.is(await refused(), 2500)
  t.is(await refused(), 3500)
  pass(1000)
  let lose: (error: Error) => void = () => undefined
  const trial = breaker.through(() => new Promise<string>((_, reject) => (lose = reject)))
  // It is not known yet when that one ends.
  t.is(await refused(), 3500)
  t.is(await refused(), 4500)
  lose(new Undeliverable('no way'))
  await t.throwsAsync(trial)
  t.is(await refused(), 3500)
})

test('one that is urgent tries before the pause is over, alone', async (t) => {
  const { breaker, reported, fail } = setup(1, 1000)
  await fail()
  let answer: (text: string) => void = () => undefined
  const trial = breaker.through(() => new Promise<string>((resolve) => (answer = resolve)), true)
  const other = breaker.through(async () => 'done', true)
  await t.throwsAsync(other, { instanceOf: NotTried, message: /just being tried again/ })
  answer('back')
  t.is(await trial, 'back')
  t.deepEqual(reported, ['open: no way', 'closed'])
})

const SILENT = () => undefined

test('who listens hears of each way that is open again, by the name that jobs have', async (t) => {
  const url = new URL('http://partner.example/one')
  const breaker = { failures: 1, pause: 60_000 }
  const one = { name: 'one', url, access: {}, timeout: undefined, breaker }
  const breakers = new Breakers([one], SILENT)
  const heard: string[] = []
  breakers.onReopened((way) => heard.push(way))
  const fail = () => Promise.reject(new Undeliverable('no way'))
  for (const destination of [one, undefined]) {
    const each = breakers.of(url, destination, false)
    for (let count = 0; count < 5; count += 1) await t.throwsAsync(async () => each?.through(fail))
    t.deepEqual(heard, [])
    await each?.through(async () => undefined, true)
    t.deepEqual(heard.splice(0), [wayTo(url, destination?.name)])
  }
  t.deepEqual([wayTo(url, 'one'), wayTo(url)], ['one', 'http://partner.example'])
  t.is(wayTo(new URL('mailto:a@partner.example')), undefined)
})

test('each destination has its breaker, each host without a name another', (t) => {
  const access = {}
  const options = { access, timeout: undefined, breaker: { failures: 1, pause: 1 } }
  const url = new URL('http://partner.example/one')
  const one = { name: 'one', url, ...options }
  const two = { name: 'two', url, ...options }
  const breakers = new Breakers([one, two], SILENT)
  const other = new URL('http://partner.example/other')
  t.is(breakers.of(url, one, false), breakers.of(other, one, false))
  const all = [
    breakers.of(url, one, false),
    breakers.of(url, two, false),
    breakers.of(url, undefined, false),
    breakers.of(new URL('http://partner.example:81/'), undefined, false),
    breakers.of(new URL('https://partner.example/'), undefined, false),
    // What a peer makes fail keeps no route from the host.
    breakers.of(url, undefined, true),
  ]
  t.is(new Set(all).size, all.length)
  t.is(breakers.of(other, undefined, false), breakers.of(url, undefined, false))
  t.is(breakers.of(new URL('mailto:a@partner.example'), undefined, false), undefined)
})

test('hosts that peers name take up no more than so much room', async (t) => {
  const breakers = new Breakers([], SILENT)
  const first = breakers.of(new URL('http://h0.example/'), undefined, true)
  for (let host = 1; host < 1000; host += 1) {
    breakers.of(new URL(`http://h${host}.example/`), undefined, true)
  }
  t.is(breakers.of(new URL('http://h0.example/'), undefined, true), first)
  breakers.of(new URL('http://h1000.example/'), undefined, true)
  t.not(breakers.of(new URL('http://h0.example/'), undefined, true), first)
})

test('other destinations: one that is as it was keeps its breaker, any other gets a new one', (t) => {
  const url = new URL('http://partner.example/one')
  const rest = { failures: 1, pause: 60_000 }
  const of = (name: string, parts: object = {}) => ({
    name,
    url,
    access: {},
    timeout: undefined,
    breaker: rest,
    ...parts,
  })
  const [kept, moved, changed, gone] = ['kept', 'moved', 'changed', 'gone'].map((name) => of(name))
  if (!kept || !moved || !changed || !gone) return t.fail()
  const breakers = new Breakers([kept, moved, changed, gone], SILENT)
  const before = [kept, moved, changed].map((one) => breakers.of(url, one, false))
  const again = [
    of('kept', { access: { token: 'renewed' } }),
    of('moved', { url: new URL('http://partner.example/two') }),
    of('changed', { breaker: { failures: 2, pause: 1 } }),
  ]
  breakers.use(again)
  const after = again.map((one) => breakers.of(one.url, one, false))
  t.deepEqual(
    after.map((one, index) => one === before[index]),
    [true, false, false],
  )
  t.is(breakers.of(url, gone, false), undefined)
})

test('a circuit that is open has since when, the next try and the last cause; closed, there is none', async (t) => {
  const { breaker, fail, succeed, pass } = setup(2, 1000)
  const began = Date.UTC(2030, 0, 1)
  await fail()
  t.is(breaker.circuit, undefined)
  await fail()
  t.like(breaker.circuit, { since: began, next: began + 1000, failures: 2, trying: false })
  t.is(typeof breaker.circuit?.cause, 'string')
  pass(1000)
  await fail()
  t.like(breaker.circuit, { since: began, next: began + 2000, failures: 3 })
  pass(1000)
  await succeed()
  t.is(breaker.circuit, undefined)
})
