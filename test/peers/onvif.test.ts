/** `onvif_zeep`, which programs ask cameras by, beside a node that is a device by the WSDL that the library brings. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { type RunningDaemon, startDaemon } from '../support/nodes/daemon.js'
import type { Client, Fields } from './peer.js'
import { folderOf, python } from './projects.js'
import { refusedBy } from './secured.js'

const test = anyTest as TestFn
let client: Client | undefined
let device: RunningDaemon | undefined

test.before(async () => {
  client = python('onvif')()
  const security = {
    peers: { operator: { digestPassword: 'tea for two' } },
    policies: [
      { name: 'device', path: 'device_service', require: 'password', peers: ['operator'] },
    ],
  }
  device = await startDaemon([
    'http.basePath=/onvif',
    `plugins=${JSON.stringify([
      {
        use: fileURLToPath(new URL('node/device.js', import.meta.url)),
        as: 'device_service',
        options: { contract: pathToFileURL(broughtWsdl()).href },
      },
    ])}`,
    `security=${JSON.stringify(security)}`,
  ])
})
test.after.always(async () => {
  await client?.end()
  await device?.stop()
})

/** Its folder has the version of Python in its name. */
function broughtWsdl(): string {
  const libraries = join(folderOf('onvif'), '.venv', 'lib')
  const [version = ''] = readdirSync(libraries)
  return join(libraries, version, 'site-packages', 'wsdl', 'devicemgmt.wsdl')
}

async function ask(t: ExecutionContext, operation: string, fields: Fields = {}) {
  if (client === undefined || device === undefined) throw new Error('it has not started')
  const answer = await client.call(operation, {
    host: '127.0.0.1',
    port: String(device.port),
    user: 'operator',
    password: 'tea for two',
    ...fields,
  })
  t.log(JSON.stringify(answer))
  return answer
}

test.serial('GetDeviceInformation, by a digest of the password', async (t) => {
  const { result, model } = await ask(t, 'GetDeviceInformation')
  t.is(result, '0815')
  t.is(model, 'Camera é')
})

test.serial('GetSystemDateAndTime', async (t) => {
  t.is((await ask(t, 'GetSystemDateAndTime')).result, '2024-02-29T12:34:56')
})

test.serial('GetCapabilities, where the library finds the other services', async (t) => {
  const { result, media } = await ask(t, 'GetCapabilities')
  t.is(result, 'http://device.example/onvif/device_service')
  t.regex(media ?? '', /\/media\/wsdl': 'http:\/\/device\.example\/onvif\/media'/)
})

test.serial('a fault of the device', async (t) => {
  t.is((await ask(t, 'GetHostname')).error, 'Unknown error: This device has no GetHostname.')
})

const REFUSED = 'Unknown error: The message does not have the security that is asked for.'

for (const [what, fields, cause] of [
  ['a wrong password', { password: 'tea' }, /digest is not that of a known password, for operator/],
  [
    'a password as text without TLS',
    { encrypt: 'no' },
    /a password came as text, and not over TLS/,
  ],
  // The library makes Created by the clock of the device: that of this one is years late.
  ['a digest that is too old', { adjust: 'yes' }, /digest of a password is too old/],
] as const) {
  test.serial(`${what} is refused`, async (t) => {
    if (device === undefined) throw new Error('it has not started')
    const before = device.log.length
    t.is((await ask(t, 'GetDeviceInformation', fields)).error, REFUSED)
    t.regex(refusedBy({ ...device, log: device.log.slice(before) }), cause)
  })
}
