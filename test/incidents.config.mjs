// ava for `npm run test:incidents`: a day of incidents, with what shows each, and after how many seconds.
export default {
  files: ['dist/test/incidents/**/*.test.js'],
  require: ['./dist/test/support/ends-in-time.js'],
  nodeArguments: ['--conditions=modules'],
  workerThreads: false,
  concurrency: 1,
  serial: true,
  timeout: '30m',
}
