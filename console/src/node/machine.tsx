/** Memory, event loop, open files and disks, as figures. */
import type { DiskView, MachineView } from '../../../src/operate/admin/api.js'
import { useResource } from '../base/resource.js'
import { Tile } from '../flow/tile.js'
import { Waiting } from '../parts/states.js'
import { share, size, span, whole } from '../pure/text.js'

/** Shares from which on a figure stands out. */
const MUCH = 0.8
const FULL = 0.95
/** Milliseconds for which the event loop should not be held. */
const LONG = 200

export function Machine() {
  const found = useResource<MachineView>('api/node/machine', 5_000)
  const { view } = found
  if (!view) return <Waiting of={found} />
  const { memory, loop, files, disks } = view
  const most = memory.constrained ? 'of its container' : 'of the machine'
  return (
    <section class="figures stacked" aria-label="Machine">
      <Tile
        name="Memory"
        value={size(memory.resident)}
        more={`${share(memory.resident, memory.limit)} ${most}, ${size(memory.limit)}`}
        tone={toneOf(memory.resident, memory.limit)}
      />
      <Tile
        name="Heap"
        value={size(memory.heapUsed)}
        more={`of at most ${size(memory.heapLimit)}; ${size(memory.external)} outside it`}
        tone={toneOf(memory.heapUsed, memory.heapLimit)}
      />
      <Tile
        name="Event loop"
        value={span(loop?.p99)}
        more={
          loop
            ? `p99 of a minute; p50 ${span(loop.p50)}, longest ${span(loop.max)}, in an hour ${span(loop.hour)}`
            : 'not measured yet'
        }
        tone={(loop?.p99 ?? 0) >= LONG ? 'warn' : undefined}
      />
      <Tile
        name="Open files"
        value={whole(files.open)}
        more={files.most === undefined ? 'no limit is known' : `of ${whole(files.most)}`}
        tone={toneOf(files.open ?? 0, files.most ?? Number.POSITIVE_INFINITY)}
      />
      {disks.map((disk) => (
        <Disk key={disk.folders.map(({ key }) => key).join()} disk={disk} />
      ))}
      <Tile name="Process" value={String(view.pid)} more={`Node.js ${view.nodejs}`} />
    </section>
  )
}

function Disk({ disk: { folders, free, size: all } }: { readonly disk: DiskView }) {
  const known = free !== undefined && all !== undefined
  return (
    <Tile
      name={`Disk of ${folders.map(({ key }) => key).join(', ')}`}
      value={known ? `${size(free)} free` : '–'}
      more={`${known ? `of ${size(all)}; ` : 'it does not answer; '}${folders.map(({ path }) => path).join(', ')}`}
      tone={known ? toneOf(all - free, all) : 'bad'}
    />
  )
}

function toneOf(used: number, most: number): 'bad' | 'warn' | undefined {
  if (used >= most * FULL) return 'bad'
  return used >= most * MUCH ? 'warn' : undefined
}
