/** Frames of a stack, and which of them is blamed: the innermost one of a plugin. */

/** Where JavaScript is, in the compiled file: code of the bundle in the one that it was made of. */
export interface Frame {
  /** Name of the function; `(anonymous)` for one without. */
  readonly name: string
  /** Path of the file; `node:` modules as they are named. */
  readonly file: string
  /** From 1. */
  readonly line: number
}

/** Folders of the node, each with its last slash. */
export interface OwnFolders {
  /** Its own code. */
  readonly code: readonly string[]
  /** The packages that it uses. */
  readonly packages: readonly string[]
  /** Packages among these that are plugins. */
  readonly plugins: readonly string[]
}

/**
 * @param frames  innermost first
 * @returns the innermost frame outside the node, its packages and Node.js; without one, the innermost one of the
 *   node, then of a package; undefined if all are of Node.js
 */
export function blamed(
  frames: readonly Frame[],
  { code, packages, plugins }: OwnFolders,
): Frame | undefined {
  const within = (folders: readonly string[]) => (frame: Frame) =>
    folders.some((folder) => frame.file.startsWith(folder))
  const isOwn = within(code)
  const isPlugin = within(plugins)
  const isPackage = within(packages)
  const all = frames.filter(({ file }) => !file.startsWith('node:'))
  return (
    all.find((frame) => isPlugin(frame) || !(isOwn(frame) || isPackage(frame))) ??
    all.find(isOwn) ??
    all[0]
  )
}

/** Such as `step (/srv/plugins/slow.mjs:12)`. */
export function frameText({ name, file, line }: Frame): string {
  return `${name} (${file}:${line})`
}
