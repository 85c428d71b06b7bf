/** The page of a node: its services, each with a link to its own page. */
import type { Contract } from '../contract.js'
import { html } from './html.js'
import { layout } from './layout.js'
import { paragraphs } from './members.js'
import { type ServiceAddresses, wsdlLinks } from './service-page.js'

export interface Service {
  readonly contract: Contract
  /** What it is called among the others. */
  readonly name: string
  /** URL of its page. */
  readonly address: string
}

export function indexPage(
  services: readonly Service[],
  { address, further = [] }: ServiceAddresses,
): string {
  const ids = services.map((service, index) => [`service-${index + 1}`, service] as const)
  return layout({
    title: 'SOAP services',
    header: html`<h1>SOAP services</h1>
<dl class="facts">
<dt>Address of all</dt><dd><code>${address}</code></dd>
<dt>WSDL of all</dt><dd>${wsdlLinks(further)}</dd>
</dl>`,
    kind: 'Services',
    links: ids.map(([id, { name }]) => [id, name]),
    main:
      services.length === 0
        ? html`<p>No plugin has operations.</p>`
        : html`<ul class="services">${ids.map(([id, service]) => one(id, service))}</ul>`,
  })
}

function one(id: string, { contract, name, address }: Service) {
  const { namespace, documentation = '', operations } = contract
  const [first] = documentation.split(/\n\s*\n/)
  return html`<li><h2 id="${id}"><a href="${address}">${name}</a></h2>
<p class="namespace"><code>${namespace}</code></p>${first && paragraphs([first])}
<ul class="operations" aria-label="Operations">${operations.map((operation) => html`<li><code>${operation.name}</code></li>`)}</ul></li>
`
}
