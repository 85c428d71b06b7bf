/** The baseline, a process of its own: node:http, or node:https with a certificate and key, reads each body and answers a constant envelope. */
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { announce } from './announce.js'
import { LARGE, RELAYED, WORKLOADS } from './workloads.js'

/** By length of the request, which grows on its way by what nodes write into it: the longest first. */
const ANSWERS = [...WORKLOADS, RELAYED, LARGE]
  .map(({ request, answer }) => ({
    length: Buffer.byteLength(request),
    answer: Buffer.from(answer),
  }))
  .toSorted((one, other) => other.length - one.length)

const answering: RequestListener = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks)
    const answer = ANSWERS.find(({ length }) => length <= body.length)?.answer
    response.writeHead(answer ? 200 : 500, {
      'Content-Type': 'text/xml; charset=utf-8',
      'Content-Length': answer?.length ?? 0,
    })
    response.end(answer)
  })
}

const [certificate, key] = process.argv.slice(2)
if (certificate === undefined || key === undefined) announce(createServer(answering))
else {
  const [cert, own] = [certificate, key].map((file) => readFileSync(file))
  announce(createSecureServer({ cert, key: own }, answering))
}
