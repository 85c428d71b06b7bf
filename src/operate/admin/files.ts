/** The files of the console: read once at start, and found by their exact name only. */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { codeOf } from '../../base/errno.js'
import { only } from './only.js'

/** Of what the listener sends from files; others are not sent. */
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}

/** Vite puts a hash of the content into the names of files in this folder. */
const HASHED = /^\/assets\/[^/]+-[\w-]{8,}\.\w+$/

interface ServedFile {
  readonly bytes: Buffer
  readonly type: string
  readonly tag: string
  readonly kept: string
}

/** @param folder  none need be there: then the listener has no console */
export function serveFiles(app: FastifyInstance, folder: string): void {
  const files = new Map(
    namesIn(folder).flatMap((name) => {
      const type = TYPES[extname(name)]
      if (type === undefined) return []
      const path = `/${name.split(sep).join('/')}`
      return [[path === '/index.html' ? '/' : path, fileOf(join(folder, name), path, type)]]
    }),
  )
  for (const [path, file] of files) {
    app.get(path, (request, reply) => send(file, request, reply))
    only(app, path, ['GET'])
  }
}

function send(file: ServedFile, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('etag', file.tag).header('cache-control', file.kept)
  if (request.headers['if-none-match'] === file.tag) return reply.code(304).send()
  return reply.type(file.type).send(file.bytes)
}

function fileOf(file: string, path: string, type: string): ServedFile {
  const bytes = readFileSync(file)
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  const kept = HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache'
  return { bytes, type, tag, kept }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}
