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
