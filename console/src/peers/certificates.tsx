/** Certificates with their dates: those that end soon are distinguished. */
import type { CertificateView } from '../../../src/operate/admin/api.js'
import { now } from '../base/now.js'
import { Badge } from '../parts/badge.js'
import { Table } from '../parts/table.js'
import type { Tone } from '../pure/outcome.js'
import { day, days, utc } from '../pure/text.js'

const SOON = 30 * 86_400_000

export function Certificates({
  all,
  title = 'Peer',
}: {
  readonly all: readonly { readonly name: string; readonly certificate: CertificateView }[]
  /** Of what is named. */
  readonly title?: string
}) {
  const sorted = all.toSorted((one, two) => one.certificate.until - two.certificate.until)
  return (
    <Table
      label="Certificates"
      columns={[title, 'State', 'Until', 'Subject', ['Issuer', 'wide'], ['Place', 'wide']]}
    >
      {sorted.map(({ name, certificate }) => {
        const { until, subject, issuer, location, fingerprint } = certificate
        const [tone, word] = stateOf(certificate, now.value)
        return (
          <tr key={`${location} ${fingerprint}`}>
            <th scope="row">{name}</th>
            <td>
              <Badge tone={tone} word={word} />
            </td>
            <td title={utc(until)} class="number">
              {day(until)}
            </td>
            <td title={fingerprint} class="broken">
              {subject}
            </td>
            <td class="wide">{issuer}</td>
            <td class="wide mono broken">{location}</td>
          </tr>
        )
      })}
    </Table>
  )
}

function stateOf({ from, until }: CertificateView, at: number): readonly [Tone, string] {
  if (at > until) return ['bad', `expired ${days(at - until)} ago`]
  if (at < from) return ['bad', `holds from ${day(from)}`]
  return until - at < SOON ? ['warn', `expires in ${days(until - at)}`] : ['good', 'holds']
}
