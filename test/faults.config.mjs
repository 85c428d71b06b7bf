// ava for `npm run test:faults`: processes that are killed, stopped and cut off under load.
export default {
  files: ['dist/test/faults/**/*.test.js'],
  require: ['./dist/test/support/ends-in-time.js'],
  nodeArguments: ['--conditions=modules'],
  workerThreads: false,
  // Each scenario takes the whole machine: beside another one it would measure that one's load.
  concurrency: 1,
  serial: true,
  timeout: '20m',
}
