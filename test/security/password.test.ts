/** Passwords are checked against what is kept of them, with the same work for every name. */
import { createHash, scryptSync } from 'node:crypto'
import test from 'ava'
import { isPassword, isUser } from '../../src/security/password.js'

const salt = Buffer.from('0123456789abcdef')
const SCRYPT = `scrypt:${salt.toString('base64')}:${scryptSync('secret', salt, 32).toString('base64')}`
const SHA256 = `sha256:${createHash('sha256').update('secret').digest('hex')}`

for (const kept of [SCRYPT, SHA256]) {
  test.serial(`${kept.split(':')[0]}: the password, and nothing else`, async (t) => {
    t.true(await isPassword(kept, 'secret'))
    for (const other of ['', 'Secret', 'secre']) t.false(await isPassword(kept, other))
  })
}

test.serial('an empty hash is the hash of nothing', async (t) => {
  t.false(await isPassword('sha256:', ''))
  t.false(await isPassword(`scrypt:${salt.toString('base64')}:`, ''))
})

test.serial(
  'a name that nobody has takes the work of one that somebody has, however passwords are kept',
  async (t) => {
    const users = { slow: SCRYPT, quick: SHA256 }
    t.true(await isUser(users, 'slow', 'secret'))
    t.true(await isUser(users, 'quick', 'secret'))
    t.false(await isUser(users, 'toString', 'secret'))
    t.false(await isUser(users, '__proto__', 'secret'))
    const work = async (name: string) => {
      const before = process.cpuUsage()
      for (let times = 0; times < 5; times += 1) await isUser(users, name, 'wrong')
      return process.cpuUsage(before).user
    }
    await work('slow')
    const one = await work('slow')
    for (const name of ['quick', 'nobody']) {
      const other = await work(name)
      t.true(other > one / 3 && other < one * 3, `${name}: ${other} µs, not ${one}`)
    }
  },
)
