/** Puts what a project needs into a package.json that is there already, and changes nothing that stands in it. */

/** What `npm init` writes where nobody has said anything. */
const NO_TESTS = 'echo "Error: no test specified" && exit 1'
const NO_TYPE = 'commonjs'

type Section = Readonly<Record<string, unknown>>

/**
 * @param there  text of the file
 * @param ours   text of the file as it would be new
 * @param begun  says of the file that `main` names whether it is there: then its kind of module must stay
 * @returns undefined if what is there stands against it: another kind of module, or a script of the same name
 * @throws SyntaxError for a file that is not JSON
 */
export function mergedManifest(
  there: string,
  ours: string,
  begun: (main: string) => boolean,
): string | undefined {
  const own = sectionOf(JSON.parse(ours))
  const written = sectionOf(JSON.parse(there))
  const scripts = sectionOf(written.scripts)
  const kept = Object.fromEntries(Object.entries(scripts).filter(([, line]) => line !== NO_TESTS))
  const wanted = sectionOf(own.scripts)
  const free = written.type === undefined || (written.type === NO_TYPE && !begun(mainOf(written)))
  if (!free && written.type !== own.type) return undefined
  if (Object.keys(wanted).some((name) => name in kept && kept[name] !== wanted[name]))
    return undefined
  const merged = {
    ...own,
    ...written,
    type: own.type,
    scripts: { ...kept, ...wanted },
    dependencies: { ...sectionOf(own.dependencies), ...sectionOf(written.dependencies) },
    devDependencies: { ...sectionOf(own.devDependencies), ...sectionOf(written.devDependencies) },
  }
  return `${JSON.stringify(merged, null, 2)}\n`
}

/** As npm has it: `index.js` unless it says another. */
function mainOf({ main }: Section): string {
  return typeof main === 'string' ? main : 'index.js'
}

function sectionOf(value: unknown): Section {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
