/** `waybill validate`: checks XML files by a schema, and prints what is wrong with each of them. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { messageOf } from '../../base/errno.js'
import { printable } from '../../base/printable.js'
import { EXIT } from '../../errors.js'
import { readDocuments } from '../../schema/documents.js'
import { InvalidSchema } from '../../schema/engine.js'
import { type Finding, lineOf } from '../../schema/finding.js'
import { resolveSchema } from '../../schema/resolve/index.js'
import { CompiledSchema } from '../../schema/validate/index.js'
import { decodeText } from '../../xml/charset.js'
import { NO_XML_LIMITS } from '../../xml/limits.js'
import { readDocument } from '../../xml/read.js'
import { Unreadable } from '../../xml/unreadable.js'
import { atOnce } from '../../xml/walk.js'
import { CliCommand } from '../command/command.js'
import { printJson } from '../command/print.js'

interface ValidateFlags {
  readonly schema: readonly string[]
  readonly json: boolean
}

export function validateCommand(): CliCommand {
  return new CliCommand('validate')
    .argument('<file...>', 'XML documents; - is stdin')
    .requiredOption(
      '-s, --schema <file>',
      'XML Schema 1.0 document; again for each more that the set is made of',
      (file: string, before: readonly string[] = []) => [...before, file],
    )
    .withJson('one object a line for each file, or one for a schema that is not valid', {
      file: 'the file; a schema that is not valid has schema in its place',
      valid: 'true or false',
      findings: 'sentence, path, line, column, clause, expected and found of each',
    })
    .withExits({ 1: 'a file is not valid', 65: 'the schema is not' })
    .withExamples(
      'waybill validate --schema order.xsd order.xml',
      'waybill validate --schema order.xsd --json order.xml other.xml',
    )
    .action(validate)
}

async function validate(
  files: readonly string[],
  { schema: schemas, json }: ValidateFlags,
): Promise<void> {
  let schema: CompiledSchema
  try {
    schema = new CompiledSchema(resolveSchema(readDocuments(schemas.map((file) => resolve(file)))))
  } catch (error) {
    if (!(error instanceof InvalidSchema)) throw error
    const { file, findings } = error
    if (json) printJson({ schema: file, valid: false, findings: findings.map(wholeOfSchema) })
    else printFindings(file, findings)
    process.exitCode = EXIT.dataError
    return
  }
  for (const file of files) {
    const findings = await findingsOf(schema, file)
    const valid = findings.length === 0
    if (json) printJson({ file, valid, findings: findings.map(whole) })
    else if (valid) process.stdout.write(`${printable(file)}: valid\n`)
    else printFindings(file, findings)
    if (!valid) process.exitCode = EXIT.invalid
  }
}

async function findingsOf(schema: CompiledSchema, file: string): Promise<readonly Finding[]> {
  try {
    const text = decodeText(file === '-' ? await buffer(process.stdin) : readFileSync(file))
    // Whoever validates a file of their own says with it how large it may be.
    const root = readDocument(text, NO_XML_LIMITS, 'ignored')
    return atOnce(schema.validating(root, undefined, text)).findings
  } catch (error) {
    return [unreadable(error)]
  }
}

/** What is wrong with a file that could not be read, or is no XML. */
function unreadable(error: unknown): Finding {
  const position = error instanceof Unreadable ? error.position : undefined
  const message = messageOf(error)
  if (!position) return { sentence: message }
  return { sentence: message.slice(`${position.line}:${position.column}: `.length), ...position }
}

function printFindings(file: string, findings: readonly Finding[]): void {
  for (const finding of findings) {
    const { line, column } = finding
    const locations = [finding.file ?? file, line, column].filter((part) => part !== undefined)
    process.stdout.write(`${printable(`${locations.join(':')}: ${lineOf(finding)}`)}\n`)
  }
}

/** With every key that a finding of a file can have, so that a program finds each. */
function whole({ sentence, path, clause, expected, found, line, column }: Finding): Finding {
  return { sentence, path, clause, expected, found, line, column }
}

/** The same, of a schema. */
function wholeOfSchema({ sentence, clause, file, line, column }: Finding): Finding {
  return { sentence, clause, file, line, column }
}
