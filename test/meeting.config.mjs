// ava for `npm run test:meeting`: what meets in a node, with restarts, reloads and triples, and nodes that are broken on purpose.
export default {
  files: ['dist/test/meeting/long/**/*.test.js'],
  require: ['./dist/test/support/ends-in-time.js'],
  nodeArguments: ['--conditions=modules'],
  workerThreads: false,
  // Mutants are processes of their own: as many of them at once as they say.
  concurrency: 1,
  timeout: '5m',
}
