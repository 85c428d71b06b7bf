// What node-soap and strong-soap, which was made from it, are asked to do alike.

const BYTES = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))

/** What differs between them, and in what they are called through: see node-soap-client.mjs. */
export async function runFeatures({
  client,
  version,
  connect,
  attributesKey,
  typed,
  typeOf,
  remark,
}) {
  const feature = async (name, run) => {
    try {
      console.log(JSON.stringify({ feature: name, actual: String(await run()) }))
    } catch (error) {
      console.log(JSON.stringify({ feature: name, error: String(error.message) }))
    }
  }

  const documents = await connect('documents')
  const { call, greet, withFile } = documents
  const ask = async (operation, input, options) => (await call(operation, input, options)).result

  const INTEGERS = ['int16', 'int32', 'int64', 'uint16', 'uint32']
  const echoed = async (numbers) => (await ask('EchoNumbers', { numbers })).numbers
  const integers = async (...values) => {
    const received = await echoed(
      Object.fromEntries(INTEGERS.map((name, index) => [name, values[index]])),
    )
    return INTEGERS.map((name) => received[name]).join(' ')
  }
  await feature('byte and unsignedByte', async () => {
    const { int8, uint8 } = await echoed({ int8: -128, uint8: 255 })
    return `${int8} ${uint8}`
  })
  await feature('lowest integers', () => integers(-32768, -2147483648, -(2n ** 63n), 0, 0))
  await feature('highest integers', () =>
    integers(32767, 2147483647, 2n ** 63n - 1n, 65535, 4294967295),
  )
  await feature(
    'highest unsignedLong',
    async () => (await echoed({ uint64: 2n ** 64n - 1n })).uint64,
  )
  await feature(
    'integer of 30 digits',
    async () => (await echoed({ whole: -123456789012345678901234567890n })).whole,
  )
  await feature(
    'decimal of 30 digits',
    async () => (await echoed({ exact: '123456789012345.678901234567891' })).exact,
  )
  await feature('float and double', async () => {
    const received = await echoed({ float32: 0.125, float64: Number.MAX_VALUE })
    return `${received.float32} ${received.float64}`
  })
  await feature('infinity', async () => {
    const received = await echoed({ float32: 'INF', float64: '-INF' })
    return `${received.float32} ${received.float64}`
  })
  await feature('not a number', async () => (await echoed({ float64: Number.NaN })).float64)
  await feature('boolean', async () => {
    const [yes, no] = await Promise.all([true, false].map((truth) => echoed({ truth })))
    return `${yes.truth} ${no.truth}`
  })

  const at = async (name, value) =>
    (await ask('EchoTimes', { times: { [name]: value } })).times[name]
  await feature('dateTime', async () => {
    const received = await at('moment', '2024-02-29T23:59:59.125+05:30')
    return received instanceof Date ? received.toISOString() : received
  })
  await feature('date', async () => {
    const received = await at('day', '2024-02-29')
    return received instanceof Date ? received.toISOString().slice(0, 10) : received
  })
  await feature('time', () => at('clock', '23:59:58.5'))
  await feature('duration', () => at('span', 'P1Y2M3DT4H5M6.5S'))
  await feature('gYear', () => at('year', '2024'))

  const echoText = async (texts) => (await ask('EchoTexts', { texts })).texts
  await feature(
    'white space',
    async () => (await echoText({ text: '  two  blanks,\ta tab\nand a line ' })).text,
  )
  await feature(
    'markup characters',
    async () => (await echoText({ text: '<a href="x">&amp; \'b\' ]]></a>' })).text,
  )
  await feature(
    'characters beyond the basic plane',
    async () => (await echoText({ text: '𝄞 grüß 日本' })).text,
  )
  await feature('token, language and anyURI', async () => {
    const received = await echoText({
      word: 'a word',
      language: 'de-AT',
      link: 'urn:x:a%20b?c=d&e',
    })
    return `${received.word} | ${received.language} | ${received.link}`
  })

  await feature('QName', async () => {
    const attributes = { [attributesKey]: { 'xmlns:q': 'urn:example:interop' } }
    return (await echoText({ qualified: { ...attributes, $value: 'q:Shape' } })).qualified
  })
  await feature('base64Binary', async () => {
    const { base64 } = await ask('EchoBytes', { base64: BYTES.toString('base64'), hex: '' })
    return Buffer.from(base64, 'base64').toString('hex')
  })
  await feature('hexBinary', async () => {
    const { hex } = await ask('EchoBytes', { base64: '', hex: BYTES.toString('hex') })
    return hex.toLowerCase()
  })

  const person = async (members, attributes) =>
    (
      await ask('EchoPerson', {
        person: { [attributesKey]: { id: 7, ...attributes }, name: 'Ann', ...members },
      })
    ).person
  await feature('attributes', async () => {
    const { [attributesKey]: attributes } = await person(
      {},
      { nickname: 'Annie', status: 'retired' },
    )
    return `${attributes.id} ${attributes.nickname} ${attributes.status}`
  })
  await feature('default of an attribute', async () => (await person())[attributesKey].status)
  await feature('optional members', async () => {
    const both = [await person({ phone: '123' }), await person()]
    return both.map(({ phone }) => (phone === undefined ? 'absent' : 'present')).join('; ')
  })
  await feature('repeated members', async () =>
    (await person({ email: ['a@x', 'b@x', 'c@x'] })).email.join(' '),
  )
  await feature('structures three deep', async () => {
    const position = { latitude: 41.9, longitude: 12.5 }
    const { address } = await person({ address: { street: 'Via 1', city: 'Rome', position } })
    return `${address.city} ${address.position.latitude} ${address.position.longitude}`
  })
  await feature('choice', async () => {
    const card = await ask('Pay', { payment: { card: '1234' } })
    const account = await ask('Pay', { payment: { account: 'DE5' } })
    return `card ${card.payment.card}; account ${account.payment.account}`
  })

  const reversed = async (item) => ((await ask('Reverse', { item }))?.item ?? []).join(' ')
  await feature('list of none', () => reversed([]))
  await feature('list of one', () => reversed(['alone']))
  await feature('list of 1,000', () =>
    reversed(Array.from({ length: 1000 }, (_, number) => String(number))),
  )

  const answers = async (count, label) =>
    (await ask('EchoNil', { answers: { count, label } })).answers
  await feature('nil', async () => {
    const received = await answers(null, null)
    return `${received.count ?? 'nil'} ${received.label ?? 'nil'}`
  })
  await feature('not nil', async () => {
    const received = await answers(5, 'five')
    return `${received.count} ${received.label}`
  })

  const converted = () =>
    ask('Convert', { price: { [attributesKey]: { currency: 'EUR' }, $value: '10.5' }, to: 'USD' })
  await feature('enumeration', async () => (await converted()).from)
  await feature('simple content with an attribute', async () => {
    const { price } = await converted()
    return `${price.$value} ${price[attributesKey].currency}`
  })

  await feature('derived type sent and received', async () => {
    const { shape } = await ask('Enclose', {
      shape: { ...typed('Circle'), name: 'disc', radius: 2 },
    })
    return `${typeOf(shape)} ${shape.name} ${shape.side}`
  })
  await feature('base type sent and received', async () => {
    const { shape } = await ask('Enclose', { shape: { name: 'dot' } })
    return `${typeOf(shape)} ${shape.name}`
  })

  await feature(
    'restricted types',
    async () => (await ask('Reserve', { flight: 'AB123', seats: 3, guest: 'Ann' })).ticket,
  )

  const faultOf = async (called) => {
    try {
      await called
    } catch (error) {
      const fault = (error.root ?? error).Envelope?.Body.Fault ?? error.Fault
      if (fault === undefined) throw error
      return {
        code: fault.faultcode ?? fault.Code.Value,
        reason: fault.faultstring ?? fault.Reason.Text.$value ?? fault.Reason.Text,
        detail: fault.detail ?? fault.Detail,
      }
    }
    throw new Error('no fault came')
  }
  await feature(
    'value out of its type',
    async () => (await faultOf(ask('Reserve', { flight: 'AB123', seats: 10, guest: 'Ann' }))).code,
  )

  await feature('tree', async () => {
    const show = ({ label, branch = [] }) =>
      label + (branch.length > 0 ? `(${branch.map(show).join(' ')})` : '')
    const c = { label: 'c', branch: [{ label: 'd' }, { label: 'e' }] }
    return show((await ask('Mirror', { tree: { label: 'a', branch: [{ label: 'b' }, c] } })).tree)
  })

  await feature('mixed content', async () => {
    const $xml =
      '<i:prose xmlns:i="urn:example:interop">one <i:strong>two</i:strong> three</i:prose>'
    const { prose } = await ask('Annotate', { $xml })
    return JSON.stringify(prose)
  })
  await feature('any content', async () => {
    const $xml = '<x:extra xmlns:x="urn:example:other">42</x:extra>'
    const { extension } = await ask('Annotate', { extension: { $xml } })
    return JSON.stringify(extension)
  })

  await feature('empty request and answer', async () =>
    Object.keys((await ask('Ping', {})) ?? {}).join(' '),
  )

  const failure = (cause) => faultOf(ask('Fail', { cause }))
  await feature('declared fault', async () => {
    const { reason, detail } = await failure('stock')
    return `${reason} | ${detail.OutOfStock.item} ${detail.OutOfStock.left}`
  })
  await feature('declared fault of another type', async () => {
    const { reason, detail } = await failure('credit')
    const { limit } = detail.NoCredit
    return `${reason} | ${limit.$value} ${limit[attributesKey].currency}`
  })
  await feature('undeclared fault', async () => {
    const { code, reason } = await failure('other')
    return `${code} | ${reason}`
  })

  const greeted = () => greet({ 'i:Session': { 'i:user': 'Ann' } }, { greeting: 'Hello' })
  await feature('header block of a request', async () => (await greeted()).result.text)
  await feature('header block of an answer', async () => {
    const { Visit } = (await greeted()).header
    return `${Visit.user} ${Visit.number}`
  })

  await feature('one-way', async () => {
    await ask('Remark', remark({ line: `${client} ${version}` }))
    return ''
  })
  await feature('members without namespace', async () => {
    const { found, height } = await ask('Locate', { place: 'Rome' })
    return `${found} ${height}`
  })
  await feature('bare simple type', () => ask('Shout', 'hello'))

  await feature(
    'answer of 1 MiB',
    async () => (await ask('Repeat', { text: '0123456789abcdef', times: 65536 })).text.length,
  )

  if (withFile) {
    const include =
      '<xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:file"/>'
    const file = Buffer.from(Array.from({ length: 16384 }, (_, at) => at))
    const store = () => withFile('Store', { name: 'all.bin', content: { $xml: include } }, file)
    await feature('MTOM sent', async () => (await store()).result.parts)
    await feature('MTOM received', async () => {
      const [received] = (await store()).parts
      return `${received.length} ${received.reduce((sum, byte) => sum + byte, 0)}`
    })
    await feature('attachment sent', async () => {
      const { parts, size } = (await withFile('Attach', { title: 'all' }, BYTES)).result
      return `${parts} ${size}`
    })
  }

  await feature('rpc/literal', async () => {
    const rpc = await connect('rpc')
    return (await rpc.call('Concat', { first: 'one ', second: '& two' })).result.joined
  })

  await feature('encoded array of structs', async () => {
    const encoded = await connect('encoded')
    const runner = (name, time) => ({ name, time })
    const item = [runner('Ann', 10.25), runner('Bob', 11), runner('Cid', 9.5)]
    const { ranked } = (await encoded.call('Rank', { runners: { item } })).result
    return ranked.item.map(({ name, time }) => `${name.$value} ${time.$value}`).join(', ')
  })
  await feature('multi-reference received', async () => {
    const encoded = await connect('encoded')
    const team = { captain: { name: 'Bob', time: 11 }, fastest: { name: 'Ann', time: 10.25 } }
    const { led } = (await encoded.call('Lead', { team })).result
    return [led.captain, led.fastest].map(({ name }) => name.$value).join(' ')
  })
}
