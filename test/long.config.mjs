// ava for `npm run test:long`: every test of `npm test`, those that have a long form in it.
export default {
  files: [
    'dist/test/**/*.test.js',
    '!dist/test/console/browser/**',
    '!dist/test/interop/**',
    '!dist/test/faults/**',
    '!dist/test/fuzz/**',
    '!dist/test/meeting/long/**',
  ],
  require: ['./dist/test/support/ends-in-time.js'],
  workerThreads: false,
  concurrency: 4,
  timeout: '10m',
  environmentVariables: { TESTS: 'long' },
}
