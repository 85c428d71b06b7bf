/** Tests that a place in the console survives in a link. */
import test from 'ava'
import { linkTo, readPlace } from '../../console/src/pure/location.js'

test('a link leads to the place that it was made of', (t) => {
  const id = '<a/b?c#d%20&=@mail.example>'
  const query = { operation: '{urn:x}A&B', since: '1h', cause: 'ä ✕ "quoted"' }
  t.deepEqual(readPlace(linkTo(['exchanges', id], query)), { path: ['exchanges', id], query })
})

test('without a place, it is the first page', (t) => {
  for (const hash of ['', '#', '#/', '#//']) t.deepEqual(readPlace(hash).path, ['flow'])
})

test('what is empty is not asked for', (t) => {
  t.is(linkTo(['dead'], { cause: '', operation: undefined }), '#/dead')
  t.deepEqual(readPlace('#/dead?cause=&to=x').query, { to: 'x' })
})

test('a link that was cut is shown as it is', (t) => {
  t.deepEqual(readPlace('#/exchanges/%E4%').path, ['exchanges', '%E4%'])
})
