/** Checks a destination over HTTP: its URL, and that no credentials would go over plain http:. */
import type { Complaint, NamedUrl } from '#transport'
import { webAddress } from './address.js'

const LOOPBACK = ['localhost', '[::1]']

export function checkDestination(destination: NamedUrl): readonly Complaint[] {
  const url = new URL(destination.url)
  const about = (key: Complaint['key'], sentence: string) => [{ key, sentence }]
  if (url.username !== '' || url.password !== '') {
    return about('url', 'expected a URL without user and password: they are keys of a destination')
  }
  if (url.hash !== '') return about('url', 'expected a URL without a fragment, which is never sent')
  if (!webAddress(destination.url)) {
    return about(
      'url',
      `expected an ${url.protocol} URL with a host, as in ${url.protocol}//node.example/soap`,
    )
  }
  if (url.protocol === 'https:') return []
  const near = LOOPBACK.includes(url.hostname) || url.hostname.startsWith('127.')
  const open = near ? [] : (['user', 'token'] as const)
  return [
    ...given(destination, ['certificate', 'ca', 'pin'], 'expected an https: URL with it'),
    ...given(destination, open, 'expected an https: URL with it: others could read it'),
  ]
}

function given(
  destination: NamedUrl,
  keys: readonly Complaint['key'][],
  sentence: string,
): readonly Complaint[] {
  const key = keys.find((name) => destination[name] !== undefined)
  return key === undefined ? [] : [{ key, sentence }]
}
