/** The baseline of a hop, a process of its own: node:http reads each body and sends it on, and the answer back. */
import { Agent, createServer, type IncomingMessage, request as send } from 'node:http'
import { announce } from './announce.js'

const [next = ''] = process.argv.slice(2)
const agent = new Agent({ keepAlive: true })

const server = createServer(async (incoming, response) => {
  try {
    const { type, body } = await pass(incoming.headers, await bodyOf(incoming))
    response.writeHead(200, { 'Content-Type': type, 'Content-Length': body.length }).end(body)
  } catch {
    response.writeHead(502, { 'Content-Length': 0 }).end()
  }
})

function pass(headers: IncomingMessage['headers'], body: Buffer) {
  return new Promise<{ readonly type: string; readonly body: Buffer }>((resolve, reject) => {
    const onward = send(next, {
      agent,
      method: 'POST',
      headers: {
        'Content-Type': headers['content-type'],
        SOAPAction: headers.soapaction,
        'Content-Length': body.length,
      },
    })
    onward.once('error', reject)
    onward.once('response', (answer) => {
      const type = answer.headers['content-type'] ?? ''
      bodyOf(answer).then((read) => resolve({ type, body: read }), reject)
    })
    onward.end(body)
  })
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

announce(server, () => agent.destroy())
