// ava for `npm run test:fuzz`: documents, connections and dialogues of chance, from a seed.
export default {
  files: ['dist/test/fuzz/**/*.test.js'],
  require: ['./dist/test/support/ends-in-time.js'],
  nodeArguments: ['--conditions=modules'],
  workerThreads: false,
  // Memory is measured: nothing else runs beside it.
  concurrency: 1,
  serial: true,
  timeout: '60m',
}
