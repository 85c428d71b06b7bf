/** Spring Web Services by mail: its client to our node and back, our client to its server and back. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import { FEATURES } from './matrix/features.js'
import { ourClient } from './matrix/ours.js'
import type { Client, Fields } from './peer.js'
import { openPostOffice, type PostOffice } from './post-office.js'
import { folderOf, java, javaCommand } from './projects.js'
import { type Server, startServer } from './server.js'
import { warehouseSettings } from './trial.js'

const test = anyTest as TestFn
const VERSIONS = ['1.1', '1.2'] as const

/** Those that need nothing of what passes on the wire. */
const BY_MAIL = [
  'values',
  'declared fault',
  'undeclared fault',
  'header block of a request',
  'header block of an answer',
  'one-way',
] as const satisfies readonly (keyof typeof FEATURES)[]

const MAILBOXES = [
  'warehouse@node.example',
  'client@peer.example',
  'stock@peer.example',
  'stock12@peer.example',
  'caller@peer.example',
]

interface Opened {
  readonly office: PostOffice
  readonly client: Client
  readonly node: RunningDaemon
  readonly server: Server
}

const folder = mkdtempSync(join(tmpdir(), 'waybill-peers-'))
let opened: Opened | undefined
test.before(async () => {
  const office = await openPostOffice(folderOf('spring-ws'), MAILBOXES)
  const { smtpPort, imapPort } = office
  const client = java('spring-ws')()
  const ports = [String(smtpPort), String(imapPort)]
  const server = await startServer([...javaCommand('spring-ws', 'peer.MailServer'), ...ports])
  const node = await startDaemon([
    ...warehouseSettings(folder),
    'transports=[http, smtp]',
    // The fault of an operation that throws comes after the last attempt.
    'queue.retry={attempts: 2, delay: 100ms}',
    'smtp.domains=[node.example]',
    'smtp.senders=[{mailboxes: [client@peer.example]}]',
    `smtp.mailbox={url: imap://127.0.0.1:${imapPort}/INBOX, user: warehouse, password: secret}`,
    `smtp.relay={url: smtp://127.0.0.1:${smtpPort}, from: warehouse@node.example}`,
  ])
  opened = { office, client, node, server }
})
test.after.always(async () => {
  await opened?.client.end()
  await opened?.server.end()
  await opened?.node.stop()
  await opened?.office.close()
  rmSync(folder, { recursive: true, force: true })
})

function there(): Opened {
  if (opened === undefined) throw new Error('it has not started')
  return opened
}

const last = () => {
  throw new Error('nobody looks at mails on their way')
}

for (const soap of VERSIONS) {
  for (const feature of BY_MAIL) {
    test.serial(`spring-ws by mail, its client, our node, SOAP ${soap}: ${feature}`, async (t) => {
      const { client, node, office } = there()
      const mail = {
        address: 'mailto:warehouse@node.example',
        from: 'client@peer.example',
        transport: `smtp://127.0.0.1:${office.smtpPort}`,
        store: `imap://client:secret@127.0.0.1:${office.imapPort}/INBOX`,
      }
      const call = async (operation: string, fields: Fields) => {
        const answer = await client.call(operation, { ...mail, ...fields, soap })
        t.log(`${operation}: ${JSON.stringify(answer)}`)
        return answer
      }
      const ran = (operation: string, item: string) =>
        node.logged((line) => line.msg === `${operation} runs` && line.item === item)
      await t.notThrowsAsync(FEATURES[feature]({ call, last, ran }))
    })

    test.serial(
      `spring-ws by mail, our client, its server, SOAP ${soap}: ${feature}`,
      async (t) => {
        const { server, office } = there()
        const url = `imap://127.0.0.1:${office.imapPort}/INBOX`
        const client = ourClient({
          from: 'caller@peer.example',
          relay: { url: `smtp://127.0.0.1:${office.smtpPort}` },
          answers: { mailbox: { url, login: { user: 'caller', password: 'secret' } } },
        })
        const address = server.addresses[soap]
        const call = async (operation: string, fields: Fields) => {
          const answer = await client.call(operation, { ...fields, soap, address })
          t.log(`${operation}: ${JSON.stringify(answer)}`)
          return answer
        }
        await t.notThrowsAsync(FEATURES[feature]({ call, last, ran: server.ran }))
      },
    )
  }
}
