// Starts PHP's own server on a free port, which it prints: it ends with its standard input.
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const [, , style] = process.argv
const free = createServer().listen(0, '127.0.0.1', () => {
  const { port } = free.address()
  free.close(() => start(port))
})

function start(port) {
  const cwd = dirname(fileURLToPath(import.meta.url))
  const php = spawn('php', ['-S', `127.0.0.1:${port}`, 'php-server.php'], { cwd })
  // It says so once it listens.
  php.stderr.once('data', () => console.log(`http://127.0.0.1:${port}/${style}`))
  php.stderr.resume()
  php.on('exit', () => process.exit())
  process.stdin.on('end', () => php.kill()).resume()
}
