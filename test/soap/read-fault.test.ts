/** Faults as peers write them: what is read of those that are not quite right. */
import test from 'ava'
import { readFault } from '../../src/soap/read-fault.js'
import { envelopeOf } from '../support/wire/wire.js'

const fault = (inside: string) =>
  readFault(
    envelopeOf(
      `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><soap:Fault>${inside}</soap:Fault></soap:Body></soap:Envelope>`,
    ),
  )

/** As node-soap 1.13 answers where an operation throws. */
const THROWN =
  '<soap:Code><soap:Value>SOAP-ENV:Server</soap:Value><soap:Subcode><soap:Value>InternalServerError</soap:Value></soap:Subcode></soap:Code><soap:Reason><soap:Text>Error: boom</soap:Text></soap:Reason>'

test('the children of SOAP 1.2 in a fault of SOAP 1.1 are read', (t) => {
  t.deepEqual(fault(THROWN), {
    // Its prefix is not declared.
    code: undefined,
    codes: ['SOAP-ENV:Server', 'InternalServerError'],
    reason: 'Error: boom',
    actor: undefined,
    role: undefined,
    detail: undefined,
  })
})

test('where there is a faultcode, its fault is read as one of SOAP 1.1', (t) => {
  const read = fault(`<faultcode>soap:Client</faultcode><faultstring>no</faultstring>${THROWN}`)
  t.like(read, { code: 'Client', reason: 'no' })
  t.like(fault('<faultstring>no code</faultstring>'), { code: undefined, reason: 'no code' })
  t.like(fault(''), { code: undefined, codes: [], reason: '' })
})
