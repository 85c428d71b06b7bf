/** The configuration in effect, without its secrets: by default what differs from the default. */
import type { ConfigurationView } from '../../../src/operate/admin/api.js'
import { shownLocation } from '../base/location.js'
import { useResource } from '../base/resource.js'
import { QueryChoice, QueryField, Search } from '../parts/search.js'
import { Waiting } from '../parts/states.js'
import { Table } from '../parts/table.js'
import { Time } from '../parts/time.js'
import { counted } from '../pure/text.js'

type Key = ConfigurationView['keys'][number]

const WHICH = [
  ['', 'not the default'],
  ['all', 'all'],
  ['changed', 'changed by a reload'],
  ['restart', 'after a restart only'],
] as const

export function Configuration() {
  const found = useResource<ConfigurationView>('api/node/configuration', 10_000)
  const { view } = found
  return (
    <section>
      <h2>Configuration in effect</h2>
      {view ? <Found view={view} /> : <Waiting of={found} />}
    </section>
  )
}

function Found({ view }: { readonly view: ConfigurationView }) {
  const { which = '', key: word = '' } = shownLocation.value.query
  const shown = view.keys.filter((one) => isWanted(one, which) && one.key.includes(word))
  return (
    <>
      {view.restart.length > 0 && (
        <p class="state warn">
          The file has other values for {view.restart.join(', ')}: they take effect after a restart
          only.
        </p>
      )}
      <Search>
        <QueryField name="key" label="Key" placeholder="http.port" search />
        <QueryChoice name="which" label="Show" options={WHICH} />
      </Search>
      {shown.length === 0 ? (
        <p class="quiet">{word === '' ? 'No key is like that.' : `No key has ${word} in it.`}</p>
      ) : (
        <Table label="Configuration" kind="keys" columns={['Key', 'Value', 'State']}>
          {shown.map((one) => (
            <Row key={one.key} of={one} />
          ))}
        </Table>
      )}
      {view.more > 0 && (
        <p class="quiet">{counted(view.more, 'key', 'keys')} more: waybill config print.</p>
      )}
    </>
  )
}

function Row({ of: { key, value, default: isDefault, changed, restart } }: { readonly of: Key }) {
  return (
    <tr>
      <th scope="row" class="mono broken">
        {key}
      </th>
      <td class="broken value">{value === '' ? <span class="quiet">empty</span> : value}</td>
      <td>
        {restart && <div class="tone-warn">another value after a restart</div>}
        {changed !== undefined && (
          <div>
            reloaded <Time at={changed} />
          </div>
        )}
        {isDefault && <span class="quiet">default</span>}
      </td>
    </tr>
  )
}

function isWanted(one: Key, which: string): boolean {
  switch (which) {
    case 'all':
      return true
    case 'changed':
      return one.changed !== undefined
    case 'restart':
      return one.restart
    default:
      return !one.default || one.changed !== undefined || one.restart
  }
}
