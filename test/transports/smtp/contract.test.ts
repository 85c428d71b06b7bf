/** The contract of transports, kept by mail: the listener of one is the relay of the other. */
import { createLog } from '../../../src/log.js'
import type { Transport } from '../../../src/transport.js'
import smtp from '../../../transports/smtp/index.js'
import { transportSuite } from '../../suites/transport.js'
import { configurationOf } from '../../support/config.js'

/** A transport of a configuration with these settings. */
function made(settings: readonly string[]): Transport | Promise<Transport> {
  const { config, transports } = configurationOf({ environment: {}, settings })
  const transport = transports.all.find(({ module }) => module === smtp)
  if (!transport) throw new Error('the configuration has no mail')
  const { section } = transport.settings
  const plugins = [{ name: 'echo', public: false }]
  const { stateDir } = config
  const { bounds } = smtp
  return smtp.create({ section, bounds, plugins, paths: [], stateDir, log: createLog('silent') })
}

transportSuite({
  name: 'smtp',
  scheme: 'mailto',
  answers: 'message',
  carries: ['action', 'trace'],
  make: () => made(['smtp.port=0']),
  sender: ({ listening: [url = 'smtp://127.0.0.1:1'] }) =>
    made(['smtp.enabled=false', `smtp.relay={url: "${url}", from: "me@bus.example"}`]),
  to: () => new URL('mailto:echo@localhost'),
  rival: ({ listening: [url = ''] }) => made([`smtp.port=${new URL(url).port}`]),
  nobody: new URL('mailto:echo@localhost'),
  unguarded: 'it connects to its relay only',
})
