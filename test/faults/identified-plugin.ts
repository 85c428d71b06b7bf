/** A plugin as text whose operation leaves a line when it begins and when it ends: each on the disk before it goes on. */

/** Mode `answer` gives the run back, `fail` throws what nobody declared, `flaky` throws every other time, by chance. */
export const IDENTIFIED_PLUGIN = `
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
export default ({ options: { file } }) => {
  const lines = openSync(file, 'a')
  const note = (line) => {
    const at = Number(process.hrtime.bigint()) / 1e6
    writeSync(lines, JSON.stringify({ ...line, pid: process.pid, at }) + '\\n')
    fsyncSync(lines)
  }
  return {
    operations: [{
      name: '{urn:test:identified}Run',
      action: 'urn:test:identified:Run',
      async invoke({ id, mode, milliseconds }) {
        const run = randomUUID()
        note({ id, run, phase: 'begun' })
        if (Number(milliseconds) > 0) await pause(Number(milliseconds))
        const throws = mode === 'fail' || (mode === 'flaky' && Math.random() < 0.5)
        note({ id, run, phase: throws ? 'threw' : 'returned' })
        if (throws) throw new Error('it is to fail')
        return { id, run }
      },
    }],
    close: () => closeSync(lines),
  }
}
`

export type Mode = 'answer' | 'fail' | 'flaky'

const WSA = 'http://www.w3.org/2005/08/addressing'

/** A call as every client of a WSDL with wsam:Addressing sends it. */
export function callOf(id: string, mode: Mode, milliseconds: number): string {
  return (
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/">' +
    `<s:Header xmlns:a="${WSA}"><a:Action>urn:test:identified:Run</a:Action>` +
    `<a:MessageID>urn:test:${id}</a:MessageID></s:Header><s:Body>` +
    `<i:Run xmlns:i="urn:test:identified"><i:id>${id}</i:id><i:mode>${mode}</i:mode>` +
    `<i:milliseconds>${milliseconds}</i:milliseconds></i:Run></s:Body></s:Envelope>`
  )
}
