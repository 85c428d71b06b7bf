// ava for `npm run test:packages`: what the node is installed with, as programs of Debian and npm see it.
export default {
  files: ['dist/test/packages/**/*.test.js', 'dist/test/systemd/**/*.test.js'],
  require: ['./dist/test/support/ends-in-time.js'],
  nodeArguments: ['--conditions=modules'],
  workerThreads: false,
  concurrency: 1,
  // An image is built in minutes.
  timeout: '20m',
}
