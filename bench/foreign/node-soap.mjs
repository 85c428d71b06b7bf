// node-soap with the operations of the benchmark; it runs where node-soap is installed.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import soap from 'soap'

const bench = { Add: ({ a, b }) => ({ result: a + b }), Echo: ({ text }) => ({ text }) }
const wsdl = readFileSync(new URL('bench.wsdl', import.meta.url), 'utf8')
const server = createServer((_, response) => response.writeHead(404).end())
server.listen(0, '127.0.0.1', () => {
  soap.listen(server, '/soap', { Bench: { Bench: bench } }, wsdl, () => {
    process.stderr.write(`listens on http://127.0.0.1:${server.address().port}/soap\n`)
  })
})
