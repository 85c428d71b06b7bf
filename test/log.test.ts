/** The log: one JSON object a line, and nothing in it that a terminal would obey. */
import test from 'ava'
import type { Level } from '../src/base/log.js'
import { createLog } from '../src/log.js'

function lines(
  write: (log: ReturnType<typeof createLog>) => void,
  level: Level = 'info',
): string[] {
  const written: string[] = []
  write(createLog(level, (line) => written.push(line)))
  return written
}

test('a line is one JSON object with level, time and sentence', (t) => {
  const [line = ''] = lines((log) => log.info({ a: 1 }, 'done'))
  t.true(line.endsWith('}\n'))
  const { level, time, a, msg, ...rest } = JSON.parse(line)
  t.deepEqual([level, a, msg], ['info', 1, 'done'])
  t.is(new Date(time).toISOString(), time)
  t.deepEqual(rest, {})
})

test('what is below the level is not written', (t) => {
  const some = (log: ReturnType<typeof createLog>) => {
    log.debug({}, 'a')
    log.info({}, 'b')
    log.warn({}, 'c')
    log.error({}, 'd')
  }
  t.is(lines(some, 'debug').length, 4)
  t.is(lines(some, 'warn').length, 2)
  t.is(lines(some, 'silent').length, 0)
})

test('no character that a peer sent moves the cursor, ends the line or turns the text', (t) => {
  const codes = [
    ...Array.from({ length: 0x20 }, (_, code) => code),
    ...Array.from({ length: 0x21 }, (_, code) => 0x7f + code),
    ...[0x61c, 0x200b, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066, 0x2069, 0xfeff],
  ]
  const text = codes.map((code) => String.fromCharCode(code)).join('x')
  const [line = '', ...more] = lines((log) => log.warn({ [text]: text }, text))
  t.deepEqual(more, [])
  t.regex(line, /^[ -~\u00a0]*\n$/)
  t.is(JSON.parse(line).msg, text)
  t.is(JSON.parse(line)[text], text)
})

test('letters of every language stay readable', (t) => {
  const [line = ''] = lines((log) => log.info({}, '\u00e4\u4e2d\u{1F600}'))
  t.true(line.includes('\u00e4\u4e2d\u{1F600}'))
})

test('an error is written with its stack, on the one line', (t) => {
  const [line = ''] = lines((log) => log.error({ err: new Error('why') }, 'failed'))
  t.is(line.indexOf('\n'), line.length - 1)
  const { err } = JSON.parse(line)
  t.is(err.message, 'why')
  t.regex(err.stack, /log\.test/)
})

test('an error is written without what libraries hang on it, such as the password of a login', (t) => {
  const login = {
    command: { name: 'auth', args: ['hunter2'] },
    input: 'redis://:hunter2@',
    code: 'NOAUTH',
  }
  const cause = Object.assign(new Error('refused'), login)
  const all = new AggregateError([cause], 'nobody answered', { cause })
  for (const key of ['err', 'error']) {
    for (const write of [
      (log: ReturnType<typeof createLog>) => log.warn({ [key]: all }, 'failed'),
      (log: ReturnType<typeof createLog>) => log.child({ job: 'j' }).warn({ [key]: all }, 'failed'),
    ]) {
      const [line = ''] = lines(write)
      t.false(line.includes('hunter2'), line)
      const shown = JSON.parse(line)[key]
      t.is(shown.message, 'nobody answered')
      t.like(shown.cause, { type: 'Error', message: 'refused', code: 'NOAUTH' })
      t.is(shown.errors[0].message, 'refused')
      t.regex(shown.cause.stack, /log\.test/)
    }
  }
  const [line = ''] = lines((log) => log.warn({ error: 'a text' }, 'failed'))
  t.is(JSON.parse(line).error, 'a text')
})

test('an error that is its own cause ends', (t) => {
  const error: Error & { cause?: unknown } = new Error('round')
  error.cause = error
  const [line = ''] = lines((log) => log.warn({ err: error }, 'failed'))
  t.is(JSON.parse(line).err.message, 'round')
})

test('a child says on every line whose it is', (t) => {
  const [line = ''] = lines((log) => log.child({ exchange: 'e1' }).info({}, 'x'))
  t.is(JSON.parse(line).exchange, 'e1')
})

test('the level is that of a logger, its parent and its children, whichever of them it is set by', (t) => {
  const written = lines((log) => {
    const child = log.child({ plugin: 'p' })
    log.level = 'warn'
    child.info({}, 'a')
    t.false(child.writes('info'))
    child.level = 'debug'
    log.debug({}, 'b')
    t.true(log.writes('debug'))
  })
  t.deepEqual(
    written.map((line) => JSON.parse(line).msg),
    ['b'],
  )
})

test('children of children, and fields that have no value', (t) => {
  const [line = ''] = lines((log) => {
    const child = log.child({ plugin: 'p', none: undefined }).child({ exchange: 'e1' })
    child.info(
      { a: undefined, b: null, c: () => 1, d: new Date(0), e: [undefined, Number.NaN] },
      'x',
    )
  })
  const { time: _, ...rest } = JSON.parse(line)
  t.deepEqual(rest, {
    level: 'info',
    plugin: 'p',
    exchange: 'e1',
    b: null,
    d: '1970-01-01T00:00:00.000Z',
    e: [null, null],
    msg: 'x',
  })
})

test('a field that cannot be written loses no line: the others stand there', (t) => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  const [line = ''] = lines((log) => {
    log.warn(
      {
        circle,
        number: 1n,
        get thrown() {
          throw new Error('no')
        },
        a: 1,
      },
      'x',
    )
  })
  const { time: _, ...rest } = JSON.parse(line)
  const none = '(not JSON)'
  t.deepEqual(rest, { level: 'warn', circle: none, number: none, thrown: none, a: 1, msg: 'x' })
})

test('a plugin in JavaScript may log a sentence, or an error, alone', (t) => {
  const written = lines((log) => {
    Reflect.apply(log.warn, log, ['a sentence'])
    log.warn(new Error('why'))
  })
  const [sentence, error] = written.map((line) => JSON.parse(line))
  t.is(sentence.msg, 'a sentence')
  t.is(error.err.message, 'why')
})
