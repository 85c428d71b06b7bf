/** Names of the files that an import writes. */
import { parse } from 'node:path'

/** `OrdersService` is `orders-service`. */
export function fileName(wanted: string): string {
  const words = wanted.replace(/([a-z0-9])([A-Z])/g, '$1-$2').split(/[^A-Za-z0-9]+/)
  const name = words.filter((word) => word !== '').join('-')
  return name.slice(0, 100).toLowerCase() || 'contract'
}

/** Another name where one is taken: `types-2.xsd`. Names that differ in their case are one on some systems. */
export function free(wanted: string, taken: Set<string>): string {
  const { dir, name, ext } = parse(wanted)
  const start = dir === '' ? name : `${dir}/${name}`
  let path = `${start}${ext}`
  for (let n = 2; taken.has(path.toLowerCase()); n += 1) path = `${start}-${n}${ext}`
  taken.add(path.toLowerCase())
  return path
}
