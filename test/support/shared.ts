/** Finds the official messages and schemas, which lie outside the project and are not copied into it. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Schema } from '../../src/schema/engine.js'
import { libxmljs2Engine } from '../../src/schema/libxmljs2.js'

/** The folder, or undefined where this checkout has none beside it. */
export function conformanceFolder(): string | undefined {
  const beside = fileURLToPath(new URL('../../../../shared/conformance', import.meta.url))
  const folder = process.env.SOAP_CONFORMANCE ?? beside
  return existsSync(folder) ? folder : undefined
}

/** The official schema of the SOAP 1.2 envelope, which imports xml.xsd without saying where it is. */
export function envelopeSchema12(folder: string): Schema {
  const imports = [
    ['http://www.w3.org/XML/1998/namespace', 'xml.xsd'],
    ['http://www.w3.org/2003/05/soap-envelope', 'soap12-envelope.xsd'],
  ].map(
    ([namespace, file]) =>
      `<xs:import namespace="${namespace}" schemaLocation="${join(folder, 'xsd', file ?? '')}"/>`,
  )
  const temporary = mkdtempSync(join(tmpdir(), 'waybill-'))
  const driver = join(temporary, 'driver.xsd')
  const text = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${imports.join('')}</xs:schema>`
  writeFileSync(driver, text)
  try {
    return libxmljs2Engine.compile(driver)
  } finally {
    rmSync(temporary, { recursive: true })
  }
}
