/** The contract of transports, kept by HTTP. */
import { createLog } from '../../../src/log.js'
import { HttpTransport } from '../../../transports/http/transport.js'
import { transportSuite } from '../../suites/transport.js'
import { readConfig } from '../../support/config.js'

function on(port: number): HttpTransport {
  const settings = [`http.port=${port}`, 'http.maxBody=100000B']
  return new HttpTransport(readConfig({ environment: {}, settings }).http, createLog('silent'))
}

transportSuite({
  name: 'http',
  scheme: 'http',
  answers: 'connection',
  carries: ['action', 'trace', 'via'],
  make: () => on(0),
  rival: ({ listening: [url = ''] }) => on(Number(new URL(url).port)),
  nobody: new URL('http://127.0.0.1:1/soap'),
})
