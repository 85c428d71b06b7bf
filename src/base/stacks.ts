/** Imported first by what runs the bundle: stacks name the files and lines that it was made of. */
import { fileURLToPath, pathToFileURL } from 'node:url'
import { BundleMaps } from './written-at.js'

const maps = new BundleMaps()

// Node.js would do it, too, but reads every map with the code, which takes a twentieth of a start.
Error.prepareStackTrace = (error, sites) =>
  [headOf(error), ...sites.map((site) => `    at ${frameOf(site)}`)].join('\n')

/** As Node.js writes it: with the code, for an error of its own. */
function headOf(error: Error): string {
  try {
    return String(error)
  } catch {
    return Error.prototype.toString.call(error)
  }
}

function frameOf(site: NodeJS.CallSite): string {
  const text = String(site)
  const url = site.getFileName()
  const [line, column] = [site.getLineNumber(), site.getColumnNumber()]
  if (!url?.startsWith('file:') || line === null || column === null) return text
  const position = { file: fileURLToPath(url), line, column }
  const written = maps.writtenAt(position)
  if (written === position) return text
  const at = `${pathToFileURL(written.file).href}:${written.line}:${written.column}`
  return text.replace(`${url}:${line}:${column}`, () => at)
}
