// Runs the tests of the packages. Installs the programs that are missing, or says how to and fails.
import { all, ava, provide } from './programs.mjs'

await provide({
  debootstrap: { check: ['/usr/sbin/debootstrap', '--version'], packages: ['debootstrap'] },
  systemd: {
    check: all('systemd-analyze --version', 'command -v systemd-notify'),
    packages: ['systemd'],
  },
  'docker-compose': { check: ['docker-compose', 'version'], packages: ['docker-compose'] },
  Python: { check: ['/usr/bin/python3', '--version'], packages: ['python3'] },
})
process.exitCode = ava('test/packages.config.mjs')
