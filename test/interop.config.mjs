// ava for `npm run test:interop`: only the tests that need programs from outside this project.
export default {
  files: ['dist/test/interop/**/*.test.js'],
  require: ['./dist/test/support/ends-in-time.js'],
  nodeArguments: ['--conditions=modules'],
  workerThreads: false,
  concurrency: 2,
  // Each test starts an interpreter; all at once they would eat into each other's deadlines.
  serial: true,
  timeout: '2m',
  environmentVariables: {
    // Debian's packages belong to Debian's interpreters, whatever others PATH names first.
    PATH: `/usr/bin:${process.env.PATH}:/usr/sbin`,
    // The clients heed a proxy, and theirs would be asked for the loopback address.
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  },
}
