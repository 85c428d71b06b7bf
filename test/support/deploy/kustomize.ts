/** Does what kustomize does with the few fields that deploy/kubernetes uses, and refuses all others. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string; readonly namespace?: string }
  readonly [key: string]: unknown
}

const generator = z.strictObject({
  name: z.string(),
  behavior: z.enum(['create', 'replace']).default('create'),
  files: z.array(z.string()).default([]),
  literals: z.array(z.string()).default([]),
  envs: z.array(z.string()).default([]),
})

const kustomization = z.strictObject({
  apiVersion: z.literal('kustomize.config.k8s.io/v1beta1'),
  kind: z.literal('Kustomization'),
  namespace: z.string().optional(),
  resources: z.array(z.string()),
  labels: z.array(z.strictObject({ pairs: z.record(z.string(), z.string()) })).default([]),
  images: z
    .array(z.strictObject({ name: z.string(), newName: z.string(), newTag: z.string() }))
    .default([]),
  configMapGenerator: z.array(generator).default([]),
  secretGenerator: z.array(generator).default([]),
  patches: z
    .array(
      z.strictObject({
        target: z.strictObject({ kind: z.string(), name: z.string().optional() }),
        patch: z.string(),
      }),
    )
    .default([]),
})

const operations = z.array(
  z.strictObject({
    op: z.enum(['add', 'replace']),
    path: z.string().startsWith('/'),
    value: z.unknown(),
  }),
)

type Tree = Record<string, unknown>

/** @param given  files that the folder does not have, by their names, such as secrets */
export function kustomized(
  folder: string,
  files: Readonly<Record<string, string>> = {},
): readonly Manifest[] {
  const own = kustomization.parse(parse(readFileSync(join(folder, 'kustomization.yaml'), 'utf8')))
  const manifests = own.resources.flatMap((resource) => {
    const path = join(folder, resource)
    return statSync(path).isDirectory() ? [...kustomized(path, files)] : documentsOf(path)
  })
  const text = (name: string) =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : files[name]
  const made = [
    ...own.configMapGenerator.map((one) => generated('ConfigMap', 'data', one, text)),
    ...own.secretGenerator.map((one) => generated('Secret', 'stringData', one, text)),
  ]
  for (const { manifest, behavior } of made) {
    const at = manifests.findIndex((one) => isSame(one, manifest))
    if ((at !== -1) !== (behavior === 'replace')) {
      throw new Error(`${folder}: ${behavior} of ${manifest.kind} ${manifest.metadata.name}`)
    }
    if (at === -1) manifests.push(manifest)
    else manifests[at] = manifest
  }
  return manifests.map((manifest) => {
    const copy = structuredClone(manifest)
    const metadata = copy.metadata as Tree
    for (const { pairs } of own.labels) {
      metadata.labels = { ...(metadata.labels as Tree), ...pairs }
    }
    if (own.namespace && copy.kind !== 'Namespace') metadata.namespace = own.namespace
    for (const { target, patch } of own.patches) {
      if (target.kind !== copy.kind || (target.name ?? copy.metadata.name) !== copy.metadata.name)
        continue
      for (const { path, op, value } of operations.parse(parse(patch)))
        change(copy, path, op, value)
    }
    for (const container of containersOf(copy)) {
      const image = own.images.find(({ name }) => name === container.image)
      if (image) container.image = `${image.newName}:${image.newTag}`
    }
    return copy
  })
}

function documentsOf(path: string): Manifest[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document) => {
    const [error] = document.errors
    if (error) throw error
    return document.toJS()
  })
}

const isSame = (one: Manifest, other: Manifest) =>
  one.kind === other.kind && one.metadata.name === other.metadata.name

function generated(
  kind: string,
  data: string,
  { name, behavior, files, literals, envs }: z.output<typeof generator>,
  text: (name: string) => string | undefined,
) {
  const must = (file: string) => {
    const found = text(file)
    if (found === undefined) throw new Error(`${kind} ${name}: there is no ${file}`)
    return found
  }
  const lines = [...literals, ...envs.flatMap((file) => must(file).split('\n'))].filter(
    (line) => line !== '',
  )
  const entries = [
    ...files.map((file) => [basename(file), must(file)]),
    ...lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  ]
  const manifest: Manifest = {
    apiVersion: 'v1',
    kind,
    metadata: { name },
    [data]: Object.fromEntries(entries),
  }
  return { manifest, behavior }
}

/** RFC 6902, 4.1 and 4.3: what is replaced is there, and so is what something is added to. */
function change(root: unknown, path: string, op: 'add' | 'replace', value: unknown): void {
  const keys = path
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  const last = keys.pop() ?? ''
  let at = root
  for (const key of keys) at = (at as Tree)[key]
  if (typeof at !== 'object' || at === null) throw new Error(`nothing to change at ${path}`)
  if (Array.isArray(at) && last === '-') at.push(value)
  else if (op === 'replace' && !(last in at)) throw new Error(`nothing to replace at ${path}`)
  else (at as Tree)[last] = value
}

/** The containers of a workload; empty for anything else. */
export function containersOf(manifest: Manifest): readonly Tree[] {
  const spec = podOf(manifest)
  return spec ? (spec.containers as readonly Tree[]) : []
}

/** The specification of a workload's pods; undefined for anything else. */
export function podOf({ kind, spec }: Manifest): Tree | undefined {
  if (kind !== 'Deployment' && kind !== 'StatefulSet') return undefined
  return ((spec as Tree).template as Tree).spec as Tree
}
