/** Which versions of Node.js this program runs on; imports nothing, so that older ones can read it. */

/** For people to read; as `engines` of package.json says. */
export const SUPPORTED = 'Node.js 26, 24, 22.12 or later, or 20.19 or later'

/** @param version  such as `v20.19.0` */
export function isSupported(version: string): boolean {
  const [major, minor] = numbersOf(version)
  if (major === 20) return minor >= 19
  if (major === 22) return minor >= 12
  return major === 24 || major === 26
}

/** True if it lacks what this program is made of; a later one than those that are tried may do. */
export function isTooOld(version: string): boolean {
  const [major] = numbersOf(version)
  return major < 24 && major !== 23 && !isSupported(version)
}

function numbersOf(version: string): readonly [number, number] {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  return [major, minor]
}
