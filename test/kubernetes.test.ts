/** The manifests for Kubernetes fit together, leave the nodes no rights, and give them the time that they ask for. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { parse } from 'yaml'
import { readQuantity, TIME } from '../src/base/units.js'
import { containersOf, kustomized, type Manifest, podOf } from './support/deploy/kustomize.js'
import { cli } from './support/nodes/cli.js'

const FOLDER = fileURLToPath(new URL('../../deploy/kubernetes', import.meta.url))
const SECRET = parse(readFileSync(join(FOLDER, 'base', 'secret.example.yaml'), 'utf8'))
const SECRETS = Object.entries(SECRET.stringData)
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')
const OVERLAYS = ['redis', 'production'].map((name) => ({
  name,
  manifests: kustomized(join(FOLDER, 'overlays', name), { 'secrets.env': SECRETS }),
}))

type Tree = Readonly<Record<string, unknown>>

const named = (manifests: readonly Manifest[], kind: string, name: string) => {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name)
  if (!found) throw new Error(`no ${kind} ${name}`)
  return found
}
const isNode = (manifest: Manifest) => containersOf(manifest).some(({ name }) => name === 'waybill')

for (const { name, manifests } of OVERLAYS) {
  test(`${name}: what is selected is there`, (t) => {
    const pods = manifests.filter(podOf).map(({ spec }) => {
      const { template } = spec as { template: { metadata: { labels: Record<string, string> } } }
      return template.metadata.labels
    })
    const selects = (labels: Readonly<Record<string, string>>) =>
      pods.some((pod) => Object.entries(labels).every(([key, value]) => pod[key] === value))
    for (const { kind, metadata, spec } of manifests) {
      const { selector, podSelector } = (spec ?? {}) as Record<string, Record<string, unknown>>
      const wanted = podSelector?.matchLabels ?? selector?.matchLabels ?? selector
      if (wanted) t.true(selects(wanted as Record<string, string>), `${kind} ${metadata.name}`)
    }
  })

  test(`${name}: what is named is there`, (t) => {
    for (const manifest of manifests.filter(isNode)) {
      const pod = podOf(manifest) ?? {}
      t.truthy(named(manifests, 'ServiceAccount', String(pod.serviceAccountName)))
      t.truthy(named(manifests, 'ConfigMap', 'waybill'))
      t.truthy(named(manifests, 'Secret', 'waybill'))
      const [container = {}] = containersOf(manifest)
      const volumes = (pod.volumes as readonly Tree[]).map((volume) => volume.name)
      const mounts = (container.volumeMounts as readonly Tree[]).map((mount) => mount.name)
      t.deepEqual(mounts, volumes)
      const ports = new Set((container.ports as readonly Tree[]).map((port) => port.name))
      for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
        const { httpGet } = container[probe] as { httpGet: { port: string; path: string } }
        t.true(ports.has(httpGet.port))
        t.is(httpGet.path, probe === 'readinessProbe' ? '/health/ready' : '/health/live')
      }
    }
    for (const { spec } of manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')) {
      const { scaleTargetRef: to } = spec as { scaleTargetRef: { kind: string; name: string } }
      t.truthy(named(manifests, to.kind, to.name))
    }
  })

  test(`${name}: pods have no rights, as the restricted standard asks, and no token`, (t) => {
    for (const manifest of manifests) {
      const pod = podOf(manifest)
      if (!pod) continue
      t.like(pod, {
        automountServiceAccountToken: false,
        enableServiceLinks: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      })
      for (const container of containersOf(manifest)) {
        t.like(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        })
      }
    }
  })

  test(`${name}: a pod has the time to stop that its node may take`, (t) => {
    const { data } = named(manifests, 'ConfigMap', 'waybill')
    const { shutdown } = parse(String((data as Tree)['waybill.yaml']))
    for (const manifest of manifests.filter(isNode)) {
      const seconds = Number(podOf(manifest)?.terminationGracePeriodSeconds)
      const before = JSON.stringify(containersOf(manifest)[0]?.lifecycle ?? '').match(/"(\d+)"/)
      t.true(
        seconds * 1000 >
          (readQuantity(shutdown.deadline, TIME) ?? 0) + Number(before?.[1] ?? 0) * 1000,
      )
    }
  })

  test(`${name}: the nodes take their configuration`, async (t) => {
    const { data } = named(manifests, 'ConfigMap', 'waybill')
    const { stringData } = named(manifests, 'Secret', 'waybill')
    const folder = mkdtempSync(join(tmpdir(), 'waybill-'))
    t.teardown(() => rmSync(folder, { recursive: true }))
    writeFileSync(join(folder, 'waybill.yaml'), String((data as Tree)['waybill.yaml']))
    const { code, err } = await cli(['config', 'check', '--config', 'waybill.yaml'], {
      folder,
      environment: stringData as Readonly<Record<string, string>>,
    })
    t.is(code, 0, err)
  })
}

test('in production it is the image, and the bounds, that the overlay says', (t) => {
  const manifests = OVERLAYS.find(({ name }) => name === 'production')?.manifests ?? []
  for (const manifest of manifests.filter(isNode)) {
    t.is(containersOf(manifest)[0]?.image, 'registry.example.com/waybill:0.2.0')
    t.is((podOf(manifest)?.topologySpreadConstraints as readonly unknown[]).length, 2)
  }
  const { spec } = named(manifests, 'HorizontalPodAutoscaler', 'waybill-listeners')
  t.like(spec, { minReplicas: 3, maxReplicas: 20 })
  t.true(manifests.every(({ metadata }) => metadata.namespace === 'waybill'))
})
