/** WSS4J and what it needs, as Debian has them, with the program that secures messages by it. */
import type { TestFn } from 'ava'
import { compiled } from './compile.js'
import { run } from './foreign-client.js'

const LIBRARIES = ['wss4j', 'xmlsec', 'commons-logging', 'slf4j-api', 'slf4j-nop']
const classes = LIBRARIES.map((name) => `/usr/share/java/${name}.jar`).join(':')

/** What `WssCall.java` is asked: values by path. */
export type Order = Readonly<Record<string, string | number>>

/** @returns runs it, and gives what it writes */
export function wssCall(test: TestFn): (order: Order) => Promise<string> {
  const program = compiled(
    test,
    `ecj -1.8 -proc:none -nowarn -cp ${classes} -d . "$CLIENTS/WssCall.java"`,
  )
  return async (order) => {
    const lines = Object.entries(order).map(([name, value]) => `${name} ${value}\n`)
    const output = await run('java', ['-cp', `${program}:${classes}`, 'WssCall'], lines.join(''))
    return output.toString('utf8')
  }
}
