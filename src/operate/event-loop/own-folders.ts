/** Finds the folders of the node: its code, the packages that it uses, and those of them that are plugins. */
import { realpathSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { OwnFolders } from './frames.js'

/** Of what is built: `src`, `transports`, `plugins` and the bundle of them are in it. */
const BUILT = fileURLToPath(new URL('../../../', import.meta.url))
const ROOT = dirname(BUILT)

/** @param plugins  files of the plugins that are loaded */
export function ownFolders(plugins: readonly string[]): OwnFolders {
  const beside = nearestModules(ROOT)
  return {
    code: ['src', 'transports', 'plugins', 'bundle'].map((name) => join(BUILT, name, sep)),
    packages: [
      join(ROOT, 'node_modules', sep),
      ...(beside === undefined ? [] : [join(beside, sep)]),
    ],
    plugins: plugins.flatMap(packageOf),
  }
}

/** The folder of packages that a folder is in, such as the one that the node is installed in. */
function nearestModules(folder: string): string | undefined {
  if (basename(folder) === 'node_modules') return folder
  const above = dirname(folder)
  return above === folder ? undefined : nearestModules(above)
}

/** The folder of the package that a file is in: none for one outside `node_modules`. */
function packageOf(file: string): readonly string[] {
  const real = realPath(file)
  const modules = nearestModules(dirname(real))
  if (modules === undefined) return []
  const [scope = '', name = ''] = real.slice(modules.length + 1).split(sep)
  return [join(modules, scope, ...(scope.startsWith('@') ? [name] : []), sep)]
}

/** Modules are loaded from there. */
function realPath(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    // It is gone since it was loaded: its name is all there is.
    return file
  }
}
