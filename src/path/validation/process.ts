/** Run as a process: checks one element after the other, so that a slow check can be ended with the process. */
import { Worker } from 'node:worker_threads'
import { messageOf } from '../../base/errno.js'
import { type ParameterOrder, withoutSoap } from '../../contract/arrange.js'
import { withoutIds } from '../../contract/message-ids.js'
import { TypedSchema } from '../../contract/typed-schema.js'
import type { Schema } from '../../schema/engine.js'
import type { Finding } from '../../schema/finding.js'
import { type EngineName, openEngine } from '../../schema/open.js'
import { NO_XML_LIMITS } from '../../xml/limits.js'
import { readDocument } from '../../xml/read.js'
import { childElements, clarkName, type XmlElement } from '../../xml/tree.js'
import { atOnce } from '../../xml/walk.js'
import { escapeAttribute } from '../../xml/write.js'
import type { ChildReport, Task } from './task.js'

// The node ends it: a signal to the whole group of processes lets running checks finish.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined)
process.on('disconnect', () => process.exit())
// If it died while this was loaded, that event is over.
if (!process.connected) process.exit()

/** A node that has died is told nothing. */
const report = (report: ChildReport) =>
  process.connected && process.send?.(report, undefined, undefined, () => undefined)

const engine = await openEngine(process.argv[2] as EngineName)
const existing = new Map<string, Schema>()
/** By the order of their parameters, and by their files. */
const typed = new Map<string, TypedSchema>()

const watchdog = new Worker(new URL('./watchdog.js', import.meta.url))

process.on('message', (task: Task) => {
  // The node ends the process at the timeout itself: this is for a node that has died.
  watchdog.postMessage(task.timeout * 2)
  const answer = answerTo(task)
  watchdog.postMessage(0)
  report({ ...answer, memory: process.memoryUsage.rss() })
})
report({ ready: true })

function answerTo(task: Task): { findings: readonly Finding[] } | { failure: string } {
  try {
    return { findings: compiled(task.schema).validate(elementOf(task)) }
  } catch (error) {
    return { failure: messageOf(error) }
  }
}

function compiled(file: string) {
  const before = existing.get(file)
  if (before) return before
  const made = engine.compile(file)
  existing.set(file, made)
  return made
}

function elementOf({ schema, text, declarations, arranged }: Task): XmlElement {
  const scope = declarations.map(
    ([prefix, namespace]) => ` xmlns${prefix && ':'}${prefix}="${escapeAttribute(namespace)}"`,
  )
  // The node has read the text within its own limits.
  const [element] = childElements(readDocument(`<_${scope.join('')}>${text}</_>`, NO_XML_LIMITS))
  if (!element) throw new Error('there is no element to check')
  if (!arranged) return element
  const { envelope, order } = arranged
  const declared = order && typedBy(schema, order).element(clarkName(element))
  return declared
    ? atOnce(declared.arranging(element, envelope))
    : withoutIds(withoutSoap(element, envelope), undefined)
}

function typedBy(file: string, parameters: ParameterOrder): TypedSchema {
  const key = `${parameters} ${file}`
  const made = typed.get(key) ?? TypedSchema.read(file, { parameters })
  typed.set(key, made)
  return made
}
