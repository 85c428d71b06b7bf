/** A small IMAP server in memory: as much of RFC 9051 as a mailbox reader asks for, and faults on demand. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { Waiting } from '../waiting.js'

interface Mail {
  readonly uid: number
  readonly content: Buffer
  readonly flags: Set<string>
}

export interface ImapServer {
  readonly port: number
  /** `imap://127.0.0.1:port/INBOX` */
  readonly url: string
  /** Texts of the mails in a folder; undefined if there is no such folder. */
  folder(name: string): readonly string[] | undefined
  put(text: string | Buffer, folder?: string): void
  remove(folder: string): void
  /** Changes UIDVALIDITY: from now on these are the mails of INBOX, numbered from 1. */
  renumber(texts: readonly string[]): void
  /** Ends every connection. */
  drop(): void
  /** Waits until this holds; it is looked at after every command, every change and every `look`. */
  until(holds: () => boolean): Promise<void>
  look(): void
  /** Every command so far, without its tag; passwords as they came. */
  readonly commands: readonly string[]
  readonly connections: number
  close(): Promise<void>
}

export interface ImapFaults {
  readonly capabilities?: string
  /** Ends the connection in place of answering. */
  readonly dropAt?: (command: string) => boolean
  /** Answers `NO`. */
  readonly refuse?: (command: string) => boolean
  /** Never answers. */
  readonly stall?: (command: string) => boolean
  /** Says another size than there is. */
  readonly sizeOf?: (content: Buffer) => number
}

const DEFAULT = 'IMAP4rev1 IDLE MOVE UIDPLUS AUTH=XOAUTH2'

export async function imapServer(faults: ImapFaults = {}): Promise<ImapServer> {
  const { capabilities = DEFAULT } = faults
  const folders = new Map<string, Mail[]>([['INBOX', []]])
  const commands: string[] = []
  const sockets = new Set<Socket>()
  /** Those that have the folder open hear of news, in IDLE and before any answer. */
  const selected = new Set<Socket>()
  const waiting = new Waiting()
  let validity = 1
  let nextUid = 1
  let connections = 0

  const announce = (name: string) => {
    if (name !== 'INBOX') return
    for (const socket of selected) socket.write(`* ${folders.get(name)?.length ?? 0} EXISTS\r\n`)
  }
  const add = (name: string, content: Buffer) => {
    folders.get(name)?.push({ uid: nextUid, content, flags: new Set() })
    nextUid += 1
    announce(name)
    waiting.changed()
  }
  const chosen = (set: string, mails: readonly Mail[]) => {
    const uids = set.split(',').map(Number)
    return mails.filter(({ uid }) => uids.includes(uid))
  }
  const expunge = (socket: Socket, gone: (mail: Mail) => boolean) => {
    const mails = folders.get('INBOX') ?? []
    for (let index = mails.length - 1; index >= 0; index -= 1) {
      if (!gone(mails[index] as Mail)) continue
      mails.splice(index, 1)
      socket.write(`* ${index + 1} EXPUNGE\r\n`)
    }
  }

  /** @returns what follows the tag, or undefined to say nothing */
  const answer = (socket: Socket, command: string): string | undefined => {
    const [, name = '', rest = ''] = /^((?:UID )?\w+) ?(.*)$/s.exec(command) ?? []
    const inbox = folders.get('INBOX') ?? []
    const unquoted = rest.replaceAll('"', '')
    switch (name.toUpperCase()) {
      case 'CAPABILITY':
        socket.write(`* CAPABILITY ${capabilities}\r\n`)
        return 'OK'
      case 'LOGIN':
        return unquoted === 'me secret' ? 'OK' : 'NO [AUTHENTICATIONFAILED] no'
      case 'AUTHENTICATE': {
        const login = Buffer.from(rest.split(' ')[1] ?? '', 'base64').toString()
        const accepted = login === 'user=me\x01auth=Bearer token-2\x01\x01'
        return accepted ? 'OK' : 'NO [AUTHENTICATIONFAILED] no'
      }
      case 'LIST':
      case 'LSUB':
        for (const folder of rest.endsWith('*"') ? folders.keys() : ['INBOX']) {
          socket.write(`* ${name.toUpperCase()} () "/" ${unquoted === ' ' ? '""' : folder}\r\n`)
        }
        return 'OK'
      case 'CREATE':
        // RFC 3501 asks for no response code.
        if (folders.has(unquoted)) return 'NO'
        folders.set(unquoted, [])
        return 'OK'
      case 'SELECT':
        selected.add(socket)
        socket.write(
          `* ${inbox.length} EXISTS\r\n* FLAGS (\\Deleted)\r\n` +
            `* OK [UIDVALIDITY ${validity}]\r\n* OK [UIDNEXT ${nextUid}]\r\n`,
        )
        return 'OK [READ-WRITE]'
      case 'UID SEARCH': {
        const found = inbox.filter(({ flags }) => !flags.has('\\Deleted')).map(({ uid }) => uid)
        socket.write(`* SEARCH ${found.join(' ')}\r\n`)
        return 'OK'
      }
      case 'UID FETCH': {
        const [set = ''] = rest.split(' ')
        for (const { uid, content } of chosen(set, inbox)) {
          const seq = inbox.findIndex((mail) => mail.uid === uid) + 1
          const part = /BODY\.PEEK\[\]<(\d+)\.(\d+)>/.exec(rest)
          if (part) {
            const start = Number(part[1])
            const piece = content.subarray(start, start + Number(part[2]))
            socket.write(`* ${seq} FETCH (UID ${uid} BODY[]<${start}> {${piece.length}}\r\n`)
            socket.write(piece)
            socket.write(')\r\n')
          } else {
            const size = faults.sizeOf?.(content) ?? content.length
            socket.write(`* ${seq} FETCH (UID ${uid} RFC822.SIZE ${size})\r\n`)
          }
        }
        return 'OK'
      }
      case 'UID MOVE':
      case 'UID COPY': {
        const [set = '', to = ''] = unquoted.split(' ')
        const target = folders.get(to)
        if (!target) return 'NO [TRYCREATE] no such folder'
        const mails = chosen(set, inbox)
        for (const { content } of mails) add(to, content)
        if (name.toUpperCase() === 'UID MOVE') expunge(socket, (mail) => mails.includes(mail))
        return 'OK'
      }
      case 'UID STORE':
        for (const mail of chosen(rest.split(' ')[0] ?? '', inbox)) mail.flags.add('\\Deleted')
        return 'OK'
      case 'UID EXPUNGE':
      case 'EXPUNGE':
        expunge(socket, ({ flags }) => flags.has('\\Deleted'))
        return 'OK'
      case 'IDLE':
        socket.write('+ idling\r\n')
        return undefined
      case 'LOGOUT':
        socket.end('* BYE\r\n')
        return 'OK'
      default:
        return 'OK'
    }
  }

  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      selected.delete(socket)
    })
    socket.write(`* OK [CAPABILITY ${capabilities}] here\r\n`)
    let idleTag = ''
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('latin1')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === 'DONE') {
          socket.write(`${idleTag} OK\r\n`)
          continue
        }
        const [, tag = '', command = ''] = /^(\S+) (.*)$/.exec(line) ?? []
        commands.push(command)
        if (faults.dropAt?.(command)) socket.destroy()
        else if (faults.refuse?.(command)) socket.write(`${tag} NO refused\r\n`)
        else if (!faults.stall?.(command)) {
          const text = answer(socket, command)
          if (text === undefined) idleTag = tag
          else if (socket.writable) socket.write(`${tag} ${text} done\r\n`)
        }
        waiting.changed()
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    url: `imap://127.0.0.1:${port}/INBOX`,
    commands,
    get connections() {
      return connections
    },
    folder: (name) => folders.get(name)?.map(({ content }) => content.toString()),
    put: (text, name = 'INBOX') => add(name, typeof text === 'string' ? Buffer.from(text) : text),
    remove: (name) => folders.delete(name),
    renumber(texts) {
      validity += 1
      nextUid = 1
      folders.set('INBOX', [])
      for (const text of texts) add('INBOX', Buffer.from(text))
    },
    drop,
    look: () => waiting.changed(),
    until: async (holds) => {
      await waiting.until(
        () => holds() || undefined,
        () => `the last commands were ${commands.slice(-8).join(' | ')}`,
      )
    },
    async close() {
      drop()
      server.close()
      await once(server, 'close')
    },
  }
}
