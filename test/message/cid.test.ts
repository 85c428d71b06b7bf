/** RFC 2392: how a URL names a part of the message. */
import test from 'ava'
import { cidOf, idIn } from '../../src/message/cid.js'

test('RFC 2392 §2: what a URL may have stands as it is', (t) => {
  t.is(cidOf('one@waybill.example'), 'cid:one@waybill.example')
  t.is(cidOf("a!$&'()*,;=:@b-._~"), "cid:a!$&'()*,;=:@b-._~")
})

test('RFC 2392 §2: what it may not have is escaped, and read again', (t) => {
  t.is(cidOf('a%40b c/d?e#f<é>'), 'cid:a%2540b%20c%2Fd%3Fe%23f%3C%C3%A9%3E')
  t.is(cidOf('a+b@c'), 'cid:a%2Bb@c')
  for (const id of ["a!$&'()*,;=:@b", 'a%40b c/d?e#f<é>', 'a+b@c']) t.is(idIn(cidOf(id)), id)
})

test('what names no part', (t) => {
  for (const uri of [undefined, 'mid:a@b', '#a', 'cid:a%4']) t.is(idIn(uri), undefined)
})
