/** Puts what a project needs into a package.json that is there already, and changes nothing that stands in it. */

/** What `npm init` writes where there are no tests. */
const NO_TESTS = 'echo "Error: no test specified" && exit 1'

type Section = Readonly<Record<string, unknown>>

/**
 * @param there  text of the file
 * @param ours   text of the file as it would be new
 * @returns undefined if what is there stands against it: another kind of module, or a script of the same name
 * @throws SyntaxError for a file that is not JSON
 */
export function mergedManifest(there: string, ours: string): string | undefined {
  const own = sectionOf(JSON.parse(ours))
  const given = sectionOf(JSON.parse(there))
  const scripts = sectionOf(given.scripts)
  const kept = Object.fromEntries(Object.entries(scripts).filter(([, line]) => line !== NO_TESTS))
  const wanted = sectionOf(own.scripts)
  if (given.type !== undefined && given.type !== own.type) return undefined
  if (Object.keys(wanted).some((name) => name in kept && kept[name] !== wanted[name]))
    return undefined
  const merged = {
    ...own,
    ...given,
    scripts: { ...kept, ...wanted },
    dependencies: { ...sectionOf(own.dependencies), ...sectionOf(given.dependencies) },
    devDependencies: { ...sectionOf(own.devDependencies), ...sectionOf(given.devDependencies) },
  }
  return `${JSON.stringify(merged, null, 2)}\n`
}

function sectionOf(value: unknown): Section {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
