// Runs the interop tests. Installs the programs that are missing, or says how to and fails.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import config from '../interop.config.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const environment = { ...process.env, ...config.environmentVariables }

/** Each program: a command that succeeds only if it is there, and the Debian packages that bring it. */
const PROGRAMS = {
  tidy: { check: ['tidy', '-version'], packages: ['tidy'] },
  Chromium: { check: ['chromium', '--version'], packages: ['chromium', 'fonts-dejavu-core'] },
  curl: { check: ['curl', '--version'], packages: ['curl'] },
  OpenSSL: { check: ['openssl', 'version'], packages: ['openssl'] },
  'PHP SoapClient': {
    check: ['php', '-r', 'exit(extension_loaded("soap") ? 0 : 1);'],
    packages: ['php-cli', 'php-soap'],
  },
  'SOAP::Lite': { check: ['perl', '-MSOAP::Lite', '-e1'], packages: ['libsoap-lite-perl'] },
  'MIME::Lite': { check: ['perl', '-MMIME::Lite', '-e1'], packages: ['libmime-lite-perl'] },
  Postfix: { check: ['/usr/sbin/postconf', '-d', 'mail_version'], packages: ['postfix'] },
  Dovecot: {
    check: all(
      'dovecot --version',
      'test -x /usr/lib/dovecot/imap',
      'test -x /usr/lib/dovecot/lmtp',
    ),
    packages: ['dovecot-imapd', 'dovecot-lmtpd'],
  },
  swaks: {
    check: all('swaks --version', 'perl -MNet::SSLeay -e1'),
    packages: ['swaks', 'libnet-ssleay-perl'],
  },
  nginx: { check: ['/usr/sbin/nginx', '-v'], packages: ['nginx-light'] },
  xmlsec1: { check: ['xmlsec1', '--version'], packages: ['xmlsec1'] },
  'python3-cryptography': {
    check: ['/usr/bin/python3', '-c', 'import cryptography, lxml.etree'],
    packages: ['python3-cryptography', 'python3-lxml'],
  },
  zeep: { check: ['python3', '-c', 'import zeep'], packages: ['python3-zeep'] },
  'zeep with its WS-Security plugins': {
    check: ['python3', '-c', 'import zeep.wsse.signature, xmlsec'],
    packages: ['python3-zeep', 'python3-xmlsec'],
  },
  WSS4J: {
    check: all('command -v ecj', 'java -version', 'test -e /usr/share/java/wss4j.jar'),
    packages: ['default-jre-headless', 'ecj', 'libwss4j-java'],
  },
  spyne: { check: ['python3', '-c', 'import spyne'], packages: ['python3-spyne'] },
  suds: { check: ['python3', '-c', 'import suds'], packages: ['python3-suds'] },
  PySimpleSOAP: {
    check: ['python3', '-c', 'import pysimplesoap'],
    packages: ['python3-pysimplesoap'],
  },
  soap4r: { check: ['ruby', '-rsoap/rpc/driver', '-e1'], packages: ['ruby-soap4r'] },
  LuaSOAP: { check: ['lua5.1', '-lsoap.client'], packages: ['lua5.1', 'lua-soap'] },
  gSOAP: {
    check: all(
      'command -v g++',
      'command -v soapcpp2 && command -v wsdl2h',
      'test -e /usr/include/stdsoap2.h',
    ),
    packages: ['g++', 'gsoap', 'libgsoap-dev'],
  },
  KDSoap: {
    check: all(
      'command -v g++ && command -v moc && command -v kdwsdl2cpp',
      'pkg-config Qt5Network',
      'test -d /usr/include/KDSoapClient',
    ),
    packages: ['g++', 'pkg-config', 'libkdsoap-dev'],
  },
  'JAX-WS': {
    check: all(
      'command -v ecj && command -v wsimport',
      'java -version',
      'test -e /usr/share/java/javax.mail.jar',
    ),
    packages: ['default-jre-headless', 'ecj', 'jaxws', 'libmail-java'],
  },
  Axis: {
    check: all('command -v ecj', 'java -version', 'test -e /usr/share/java/axis.jar'),
    packages: ['default-jre-headless', 'ecj', 'libaxis-java'],
  },
  Mono: {
    check: all('mcs --version', 'test -e /usr/lib/mono/4.5/System.Web.Services.dll'),
    packages: ['mono-mcs', 'mono-runtime', 'libmono-system-web-services4.0-cil'],
  },
}

const absent = missing()
if (absent.length > 0) await install(absent)

// By its file: a Node.js in /usr/bin may be another one than this.
const ava = join(root, 'node_modules', 'ava', 'entrypoints', 'cli.mjs')
const tests = run(process.execPath, [ava, '--config', 'interop.config.mjs'])
process.exitCode = tests.status ?? 1

/** A command that succeeds only if all of these do. */
function all(...commands) {
  return ['sh', '-c', commands.join(' && ')]
}

function missing() {
  return Object.entries(PROGRAMS)
    .filter(([, { check }]) => run(check[0], check.slice(1), 'ignore').status !== 0)
    .map(([name]) => name)
}

async function install(names) {
  const packages = names.flatMap((name) => PROGRAMS[name].packages)
  console.error(`Missing programs: ${names.join(', ')}.`)
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    fail(`Install them first; on Debian, as root:\n\n  apt-get install ${packages.join(' ')}\n`)
  }
  console.error(`Installing ${packages.join(' ')}.`)
  try {
    await apt('update')
    await quietly(() => apt('install', '--yes', '--no-install-recommends', ...packages))
  } catch (error) {
    fail(error.message)
  }
  const still = missing()
  if (still.length > 0) fail(`Installed, but still not usable: ${still.join(', ')}.`)
}

/**
 * The tests start private instances of their own: nothing of the system's is configured or started.
 * Debian asks this file whether a package may start what it has installed.
 */
async function quietly(install) {
  const policy = '/usr/sbin/policy-rc.d'
  const ours = !existsSync(policy)
  if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const answer = 'postfix postfix/main_mailer_type select No configuration\n'
    spawnSync('debconf-set-selections', [], { input: answer })
    await install()
  } finally {
    if (ours) rmSync(policy)
  }
}

/** Tries again for a while: another process may hold apt's locks, or a mirror may hiccup. */
async function apt(...parameters) {
  const attempts = 6
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    if (run('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=60', ...parameters]).status === 0) return
    console.error(`apt-get ${parameters[0]} failed (${attempt} of ${attempts}).`)
    if (attempt < attempts) await pause(10_000)
  }
  throw new Error('The programs could not be installed.')
}

function run(command, parameters, stdio = ['ignore', 'inherit', 'inherit']) {
  const env = { ...environment, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, parameters, { cwd: root, env, stdio })
}

function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}
