/** The toolkits of the table, in the order of its columns. */
import { gsoap } from './gsoap.js'
import { jaxWs } from './jax-ws.js'
import { kdsoap } from './kdsoap.js'
import { nodeSoap } from './node-soap.js'
import { php } from './php.js'
import { soapLite } from './soap-lite.js'
import { soap4r } from './soap4r.js'
import { strongSoap } from './strong-soap.js'
import { suds } from './suds.js'
import type { Toolkit } from './toolkit.js'
import { zeep } from './zeep.js'

export const toolkits: readonly Toolkit[] = [
  zeep,
  suds,
  php,
  nodeSoap,
  strongSoap,
  gsoap,
  kdsoap,
  jaxWs,
  soap4r,
  soapLite,
]
