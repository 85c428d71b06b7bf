/** Finds what is wrong with this machine: its Node.js, its clock, how many files may be open. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { isSupported, SUPPORTED } from '../../base/node-version.js'
import { error, type Finding, note, ok, warning } from '../../message/finding.js'
import { certificatesOf, type Examined } from '../findings/examined.js'
import { fileLimitsIn, LIMITS_FILE } from '../process/open-files.js'

/** Files and sockets that a node needs under load. */
const FEW_FILES = 4096

export function examineMachine(examined: Examined): readonly Finding[] {
  return [examineNode(), ...examineFiles(), ...examineClock(examined)]
}

function examineNode(): Finding {
  const { version } = process
  if (isSupported(version)) return ok('node', `Node.js ${version} is supported`)
  return error('node', `Node.js ${version} is not supported`, `install ${SUPPORTED}`)
}

/** Node.js raises the soft limit to the hard one, which is what counts. */
function examineFiles(): readonly Finding[] {
  if (!existsSync(LIMITS_FILE)) return []
  const { hard: most } = fileLimitsIn(readFileSync(LIMITS_FILE, 'utf8'))
  const limit = Number.isFinite(most) ? most : 'unlimited'
  if (most >= FEW_FILES) return [ok('node', `${limit} files and sockets may be open`)]
  return [
    warning(
      'node',
      `${limit} files and sockets may be open, and each connection is one`,
      'raise it: LimitNOFILE=65536 in the unit, or ulimit -n',
    ),
  ]
}

/** systemd-timesyncd makes it once the clock was set from a time server. */
const SYNCHRONIZED = '/run/systemd/timesync/synchronized'

function examineClock(examined: Examined): readonly Finding[] {
  return [
    ...fromTheFuture(examined),
    existsSync(SYNCHRONIZED)
      ? ok('security.clockSkew', 'systemd-timesyncd has set the clock')
      : note(
          'security.clockSkew',
          'nothing on this machine shows whether the clock is right',
          'compare it: timedatectl, or chronyc tracking; messages with a timestamp need it',
        ),
  ]
}

/** Files are not from the future: then it is now that is from the past. */
function fromTheFuture({ items, now, config }: Examined): readonly Finding[] {
  const files = [...new Set(certificatesOf(items).map(({ file }) => file))]
  const latest = files
    .map((file) => ({ file, at: statSync(file).mtimeMs }))
    .find(({ at }) => at > now + config.security.clockSkew)
  if (!latest) return []
  const at = new Date(latest.at).toISOString()
  return [
    warning(
      'security.clockSkew',
      `the clock says ${new Date(now).toISOString()}, and ${latest.file} was written at ${at}`,
      'set the clock',
    ),
  ]
}
