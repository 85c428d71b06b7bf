/** Answers that a sender over HTTP cannot take: it says so, and goes on. */
import test from 'ava'
import { Undeliverable } from '../../../src/transport.js'
import { HttpSender } from '../../../transports/http/sender/sender.js'
import { answering } from '../../support/wire/answering.js'
import { soap11 } from '../../support/wire/envelopes.js'

test('a multipart answer where nobody keeps attachments is an error of that message, and ends no process', async (t) => {
  const sender = new HttpSender({ maxBody: 10_000 })
  t.teardown(() => sender.close())
  const { url, requested: requests } = await answering(t, (response, { body }) => {
    const type = body.includes('several') ? 'multipart/related; boundary=b' : 'text/xml'
    response.writeHead(200, { 'Content-Type': type }).end(soap11(''))
  })
  const send = (body: string) =>
    sender.send({ body: soap11(body), soap: '1.1' }, new URL(url), AbortSignal.timeout(20_000))
  await t.throwsAsync(send('<several/>'), { instanceOf: Undeliverable, message: /attachments/ })
  // Whatever the client said of it was said by now.
  t.is((await send('<one/>'))?.mediaType, 'text/xml')
  t.is(requests.length, 2)
})

test('an answer in many chunks is whole, with a Content-Length and without', async (t) => {
  const sender = new HttpSender({ maxBody: 1_000_000 })
  t.teardown(() => sender.close())
  const answer = soap11(`<text>${'0123456789'.repeat(50_000)}</text>`)
  const { url } = await answering(t, (response, { body }) => {
    const length = body.includes('declared') ? { 'Content-Length': answer.length } : {}
    response.writeHead(200, { 'Content-Type': 'text/xml', ...length })
    const chunk = (at: number): void => {
      if (at >= answer.length) response.end()
      else response.write(answer.slice(at, at + 100_000), () => chunk(at + 100_000))
    }
    chunk(0)
  })
  for (const body of ['<declared/>', '<not/>']) {
    const message = { body: soap11(body), soap: '1.1' } as const
    const received = await sender.send(message, new URL(url), AbortSignal.timeout(20_000))
    t.is(String(received?.body), answer)
  }
})

test('an answer that declares more than it may have, or has more, is an error', async (t) => {
  const maxBody = 100_000
  const sender = new HttpSender({ maxBody })
  t.teardown(() => sender.close())
  const answer = soap11(`<text>${'0123456789'.repeat(50_000)}</text>`)
  const { url } = await answering(t, (response, { body }) => {
    const length = body.includes('declared') ? { 'Content-Length': answer.length } : {}
    response.writeHead(200, { 'Content-Type': 'text/xml', ...length })
    response.end(answer)
  })
  for (const body of ['<declared/>', '<not/>']) {
    const message = { body: soap11(body), soap: '1.1' } as const
    const error = await t.throwsAsync(
      sender.send(message, new URL(url), AbortSignal.timeout(20_000)),
      { instanceOf: Undeliverable },
    )
    t.is(error?.message, `the answer has more than ${maxBody} bytes`)
  }
})
