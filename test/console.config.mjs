// ava for `npm run test:console`: the console in a browser, against real nodes.
export default {
  files: ['dist/test/console/browser/**/*.test.js'],
  require: ['./dist/test/support/ends-in-time.js'],
  nodeArguments: ['--conditions=modules'],
  workerThreads: false,
  concurrency: 1,
  // One browser and three nodes at a time.
  serial: true,
  timeout: '3m',
}
