/** Which faults are answers, which may be overcome later, and which say that a message is accepted. */
import test from 'ava'
import { DIAGNOSTIC, type FaultMeaning, meaningOfFault } from '../../src/soap/fault-meaning.js'
import { readFault } from '../../src/soap/read-fault.js'
import { type ClarkName, parseClarkName } from '../../src/xml/tree.js'
import { type FaultText, faultIn, OUT_OF_STOCK } from '../support/wire/faults.js'
import { envelopeOf } from '../support/wire/wire.js'

const DECLARED = new Set(['{urn:q}OutOfStock'])
const OTHER = '<q:Other xmlns:q="urn:q"/>'

function meaning(
  soap: '1.1' | '1.2',
  text: FaultText,
  declared?: ReadonlySet<ClarkName>,
): FaultMeaning | undefined {
  const fault = readFault(envelopeOf(faultIn(soap, text)))
  return fault && meaningOfFault(fault, declared)
}

const entry = (name: ClarkName) => {
  const { namespace, local } = parseClarkName(name)
  return `<${local} xmlns="${namespace}">at x.y.Z</${local}>`
}

/** What other stacks put into detail, by trial and from their sources. */
const WRITTEN: readonly ClarkName[] = [
  '{urn:waybill:fault}Exchange',
  '{http://xml.apache.org/axis/}exceptionName',
  '{http://xml.apache.org/axis/}hostname',
  '{http://xml.apache.org/axis/}isRuntimeException',
  '{http://xml.apache.org/axis/}stackTrace',
  'Exception',
  '{http://jax-ws.dev.java.net/}exception',
  '{http://cxf.apache.org/fault}stackTrace',
  '{http://schemas.datacontract.org/2004/07/System.ServiceModel}ExceptionDetail',
]

test('each diagnostic entry has a test', (t) => {
  t.deepEqual([...DIAGNOSTIC.keys()].toSorted(), WRITTEN.toSorted())
})

for (const soap of ['1.1', '1.2'] as const) {
  for (const name of WRITTEN) {
    test(`SOAP ${soap}: ${name} says what happened inside ${DIAGNOSTIC.get(name)}, and declares nothing`, (t) => {
      const detail = entry(name)
      t.is(meaning(soap, { detail }), 'temporary')
      t.is(meaning(soap, { detail }, DECLARED), 'temporary')
      t.is(meaning(soap, { detail: detail + OUT_OF_STOCK }), 'answer', 'beside what it declares')
      t.is(meaning(soap, { code: 'Client', detail }), 'answer')
    })
  }

  test(`SOAP ${soap}: WCF's own code with an ExceptionDetail is a failure`, (t) => {
    const detail = entry(
      '{http://schemas.datacontract.org/2004/07/System.ServiceModel}ExceptionDetail',
    )
    t.is(meaning(soap, { code: 'o:InternalServiceFault', detail }), 'temporary')
  })

  test(`SOAP ${soap}: a Server fault without detail may be overcome`, (t) => {
    t.is(meaning(soap, {}), 'temporary')
    t.is(meaning(soap, { detail: '' }), 'temporary')
  })

  test(`SOAP ${soap}: a Server fault that the contract declares is an answer; without a contract any that tells more`, (t) => {
    t.is(meaning(soap, { detail: OUT_OF_STOCK }, DECLARED), 'answer')
    t.is(meaning(soap, { detail: OTHER + OUT_OF_STOCK }, DECLARED), 'answer')
    t.is(meaning(soap, { detail: OTHER }, DECLARED), 'temporary')
    t.is(meaning(soap, { detail: OUT_OF_STOCK }, new Set()), 'temporary', 'none is declared')
    t.is(meaning(soap, { detail: OTHER }), 'answer')
    t.is(meaning(soap, { code: 'o:Stock', detail: OUT_OF_STOCK }), 'answer')
  })

  test(`SOAP ${soap}: a fault of the sender is an answer, a code of another specification says nothing of later`, (t) => {
    for (const code of ['Client', 'MustUnderstand', 'VersionMismatch']) {
      t.is(meaning(soap, { code: code === 'Client' ? code : `s:${code}` }), 'answer', code)
    }
    t.is(meaning(soap, { code: 'o:MessageAddressingHeaderRequired' }), 'other')
  })

  test(`SOAP ${soap}: accepted and not finished is known by its entry, not by its words`, (t) => {
    const accepted = '<w:Accepted xmlns:w="urn:waybill:fault">01</w:Accepted>'
    t.is(meaning(soap, { detail: accepted, reason: 'oops' }), 'unfinished')
    t.is(meaning(soap, { detail: accepted }, DECLARED), 'unfinished')
    const words = 'The message was accepted, and is not finished.'
    t.is(
      meaning(soap, { reason: words, detail: '<Accepted xmlns="urn:q">01</Accepted>' }),
      'answer',
    )
    t.is(meaning(soap, { reason: words }), 'temporary')
  })
}
