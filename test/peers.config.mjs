// ava for `npm run test:peers`: programs of other stacks, each a project of its own, beside a node.
export default {
  files: ['dist/test/peers/*.test.js'],
  require: ['./dist/test/support/ends-in-time.js'],
  nodeArguments: ['--conditions=modules'],
  workerThreads: false,
  // Each file starts a Java machine or two, and a node.
  concurrency: 1,
  timeout: '10m',
  environmentVariables: {
    // The clients heed a proxy, and theirs would be asked for the loopback address.
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
    // Maven runs for seconds only: what its machine would compile twice never pays.
    MAVEN_OPTS: `${process.env.MAVEN_OPTS ?? ''} -XX:TieredStopAtLevel=1`.trim(),
  },
}
