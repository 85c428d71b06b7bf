/** Tests that a place in the console survives in a link. */
import test from 'ava'
import { linkTo, readLocation } from '../../console/src/pure/location.js'

test('a link leads to the place that it was made of', (t) => {
  const id = '<a/b?c#d%20&=@mail.example>'
  const query = { operation: '{urn:x}A&B', since: '1h', cause: 'ä ✕ "quoted"' }
  t.deepEqual(readLocation(linkTo(['exchanges', id], query)), { path: ['exchanges', id], query })
})

test('without a place, it is the first page', (t) => {
  for (const hash of ['', '#', '#/', '#//']) t.deepEqual(readLocation(hash).path, ['flow'])
})

test('what is empty is not asked for', (t) => {
  t.is(linkTo(['dead'], { cause: '', operation: undefined }), '#/dead')
  t.deepEqual(readLocation('#/dead?cause=&to=x').query, { to: 'x' })
})

test('a link that was cut is shown as it is', (t) => {
  t.deepEqual(readLocation('#/exchanges/%E4%').path, ['exchanges', '%E4%'])
})
