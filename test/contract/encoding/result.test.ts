/** SOAP 1.2 names the result of an answer; SOAP 1.1 does not. */
import test from 'ava'
import { written } from '../../support/encoding/through.js'

const answer = (encoding: '1.1' | '1.2') =>
  written({ sum: 3 }, encoding, undefined, '{urn:g}AddResponse', { result: 'sum' })

test('SOAP 1.2 Part 2 §4.2.1: rpc:result names the part that is the return value', (t) => {
  t.regex(answer('1.2'), /<rpc:result xmlns:rpc="http:\/\/www\.w3\.org\/2003\/05\/soap-rpc">sum</)
})

test('SOAP 1.1 §7.1: the result comes first, and nothing says that it is', (t) => {
  t.notRegex(answer('1.1'), /rpc:result/)
  t.regex(answer('1.1'), /AddResponse[^>]*><sum/)
})
