/** Calls by a contract with large bytes: as text, as parts (MTOM), as streams; and files beside the envelope. */
import { pathToFileURL } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { createSender } from '../../src/client/sender.js'
import type { UntypedContractPlugin } from '../../src/contract/first/untyped.js'
import type { Binary } from '../../src/plugin.js'
import { folderOf } from '../support/folder.js'
import { serveNode } from '../support/nodes/node.js'
import { pluginOfContract } from '../support/of-contract.js'

const XS = 'http://www.w3.org/2001/XMLSchema'
const bytes = (name: string) =>
  `<xs:element name="${name}"><xs:complexType><xs:sequence><xs:element name="file" type="xs:base64Binary"/><xs:element name="came" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element>`

const WSDL = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:t="urn:files" targetNamespace="urn:files"><types><xs:schema xmlns:xs="${XS}" targetNamespace="urn:files">
  ${bytes('Keep')}${bytes('KeepResponse')}</xs:schema></types>
  <message name="In"><part name="p" element="t:Keep"/></message><message name="Out"><part name="p" element="t:KeepResponse"/></message>
  <portType name="Files"><operation name="Keep"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="Files" type="t:Files"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Keep">
  <s:operation soapAction=""/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
  <service name="Files"><port name="Files" binding="t:Files"><s:address location="http://127.0.0.1/"/></port></service></definitions>`

interface Kept<File> {
  readonly request: { readonly file: Uint8Array | Binary }
  readonly response: { readonly file: File; readonly came?: string }
}

async function filesOf(t: ExecutionContext) {
  const contract = pathToFileURL(`${folderOf(t, { 'files.wsdl': WSDL })}/files.wsdl`)
  const handlers: UntypedContractPlugin['handlers'] = {
    Keep: ({ file }, { attachments }) => ({
      file,
      came: attachments.map(({ contentType, id }) => `${contentType} ${id}`).join(),
    }),
  }
  const node = await serveNode({ files: await pluginOfContract(() => ({ contract, handlers })) })
  const sender = createSender()
  t.teardown(async () => {
    await sender.close()
    await node.close()
  })
  return { contract, sender, to: node.url }
}

const LARGE = new Uint8Array(3 * 1024 ** 2).map((_, index) => index % 251)

for (const mtom of [false, true]) {
  test(`bytes go and come back ${mtom ? 'as parts' : 'as text'}`, async (t) => {
    const { contract, sender, to } = await filesOf(t)
    const { Keep } = sender.use<{ readonly Keep: Kept<Uint8Array> }>(contract, { to, mtom })
    const answer = await Keep.answer({ file: LARGE })
    t.true(Buffer.from(LARGE).equals(answer.values?.file ?? new Uint8Array()))
    t.is(answer.attachments.length, mtom ? 1 : 0)
    t.is(answer.text.includes('Include'), mtom)
    t.is(answer.values?.came?.startsWith('application/octet-stream'), mtom)
    const small = await Keep({ file: new Uint8Array([1, 2]) })
    t.deepEqual([...small.file], [1, 2])
  })
}

test('bytes are streams where they are chosen so', async (t) => {
  const { contract, sender, to } = await filesOf(t)
  const values = { binary: 'stream' } as const
  const { Keep } = sender.use<{ readonly Keep: Kept<Binary> }>(contract, { to, mtom: true, values })
  const { file } = await Keep({ file: LARGE })
  t.is(file.size, LARGE.length)
  t.true(Buffer.from(LARGE).equals(await file.bytes()))
  // One that is sent on is not in memory first.
  t.is((await Keep({ file })).file.size, LARGE.length)
  const text = sender.use<{ readonly Keep: Kept<Binary> }>(contract, { to, values })
  t.is((await text.Keep({ file })).file.size, LARGE.length)
})

test('files go beside the envelope', async (t) => {
  const { contract, sender, to } = await filesOf(t)
  const { Keep } = sender.use<{ readonly Keep: Kept<Uint8Array> }>(contract, { to })
  const attachments = [{ contentType: 'text/plain', content: Buffer.from('note'), id: 'note@here' }]
  const { came } = await Keep({ file: new Uint8Array() }, { attachments })
  t.is(came, 'text/plain note@here')
})
