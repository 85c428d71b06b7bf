/** A plugin for every node of a chain: does its part for the actor it plays, and notes what comes back. */
import {
  attribute,
  definePlugin,
  element,
  elementText,
  type HeaderHandler,
  SoapFault,
  type XmlElement,
} from '../../src/plugin.js'
import { NS11, NS12 } from '../support/wire/envelopes.js'

const NAMESPACE = 'urn:test:way'

/**
 * Part is done, or refused where it says so; its node adds Done to the answer. Back ends where it is for.
 * The option `actor` is the one that the node plays; the actors in `back` get a block on the way back, with
 * the answer of this node.
 */
export default definePlugin(({ options: { actor, back = [] } }) => {
  if (typeof actor !== 'string' || !Array.isArray(back)) throw new TypeError('an actor, and a list')
  const part: HeaderHandler = {
    name: `{${NAMESPACE}}Part`,
    actor,
    process(block, exchange) {
      const text = elementText(block)
      if (text === 'refuse') throw new SoapFault({ code: 'Client', reason: `${actor} refuses.` })
      exchange.log.info({ actor }, 'did its part')
      exchange.addHeader(element({ name: `{${NAMESPACE}}Done`, prefix: 'w', children: [actor] }))
      for (const other of back) exchange.addHeader(backTo(other, block))
    },
  }
  const returning: HeaderHandler = {
    name: `{${NAMESPACE}}Back`,
    actor,
    process(_, exchange) {
      exchange.log.info({ actor }, 'had its answer')
    },
  }
  return { headers: [part, returning] }
})

/** A mandatory block for another node, in the version of the block that asks for it. */
function backTo(actor: string, { attributes }: XmlElement): XmlElement {
  const soap11 = attributes.some(({ namespace }) => namespace === NS11)
  const [namespace, name] = soap11 ? [NS11, 'actor'] : [NS12, 'role']
  return element({
    name: `{${NAMESPACE}}Back`,
    prefix: 'w',
    declarations: [{ prefix: 'v', namespace }],
    attributes: [
      attribute(`{${namespace}}${name}`, actor, 'v'),
      attribute(`{${namespace}}mustUnderstand`, '1', 'v'),
    ],
  })
}
