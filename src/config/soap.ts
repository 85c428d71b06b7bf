/** The part of the configuration about SOAP: which envelopes are taken, and how messages are checked. */
import { z } from 'zod'
import { SOAP_11, SOAP_12 } from '../soap/version.js'
import { count, milliseconds, text } from './kinds.js'

const OFFICIAL = [SOAP_11.namespace, SOAP_12.namespace]

export const soap = z.strictObject({
  namespaces: z
    .record(z.string(), z.enum(['1.1', '1.2']))
    .refine(
      (added) => Object.keys(added).every((key) => key !== '' && !OFFICIAL.includes(key)),
      'expected namespaces other than the two official ones, which are served as what they are',
    )
    .default({})
    .describe('Further envelope namespaces, and the version each is served as.'),
  lenient: z
    .boolean()
    .default(false)
    .describe(
      'Take an encodingStyle on Envelope, Header and Body of SOAP 1.2, as some clients write it.',
    ),
  validate: z
    .boolean()
    .default(true)
    .describe('Check header blocks and body entries against their schemas.'),
  validateAnswers: z
    .boolean()
    .default(true)
    .describe('Check what operations answer against their schemas before it is sent.'),
  unvalidatedAnswers: z
    .array(text())
    .default([])
    .describe('Operations, as {namespace}Name, whose answers are not checked.'),
  describe: z
    .boolean()
    .default(true)
    .describe('Tell who may call operations what they are: in WSDL, at ?wsdl.'),
  contractPorts: z
    .enum(['own', 'both'])
    .default('own')
    .describe(
      'Ports in the WSDL of a contract: its own, or one for each version of SOAP where it lacks one. Messages of both versions are taken anyway.',
    ),
  parameters: z
    .enum(['any-order', 'ordered'])
    .default('any-order')
    .describe(
      'Whether parameters may stand in any order and without their namespace, or are checked as they came.',
    ),
  schemaEngine: z
    .enum(['waybill', 'libxmljs2'])
    .default('waybill')
    .describe(
      'What checks against schemas: our own rules, or native libxml2, without which a node that names it does not start.',
    ),
  secondOpinion: z
    .enum(['on', 'off', 'strict'])
    .default('on')
    .describe(
      'With our own rules: native libxml2 compiles every schema too, which is refused (`strict`) or warned of (`on`) if libxml2 refuses it, and judges refused messages and a sample of the others again, in a process of its own; a difference is an event.',
    ),
  validationTimeout: milliseconds()
    .default(10_000)
    .describe(
      'Milliseconds that the check of a large message may take; it waits for its turn three times as long at most.',
    ),
  validationProcesses: count(64)
    .default(1)
    .describe('Processes that check large messages; each starts when it is first needed.'),
})
