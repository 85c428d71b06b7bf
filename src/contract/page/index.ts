/** The page for people of a contract, and of all contracts of a node: HTML and CSS, no script. */

export { indexPage, type Service } from './index-page.js'
export { writingSample } from './sample-envelope.js'
export { type ServiceAddresses, writingServicePage } from './service-page.js'
export { CONTENT_SECURITY_POLICY } from './style.js'
