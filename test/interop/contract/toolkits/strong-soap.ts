/** The toolkit strong-soap, from npm. */
import { npmToolkits } from './npm.js'
import { script, type Toolkit } from './toolkit.js'

export const strongSoap: Toolkit = {
  name: 'strong-soap',
  title: 'strong-soap',
  versions: ['1.1', '1.2'],
  async prepare() {
    return script(process.execPath, 'strong-soap-client.mjs', `${await npmToolkits()}/`)
  },
  limits: [
    {
      features: [
        'lowest integers',
        'highest integers',
        'highest unsignedLong',
        'integer of 30 digits',
        'decimal of 30 digits',
      ],
      why: 'makes a number of JavaScript of every number, of 53 bits',
    },
    { features: ['infinity'], why: 'reads `INF` as NaN' },
    { features: ['time'], why: 'reads a time as a Date, which it is not' },
    { features: ['duration'], why: 'reads a duration as a number' },
    { features: ['white space'], why: 'drops white space around a text' },
    { features: ['QName'], why: 'takes a QName for a text, and declares no prefix for it' },
    { features: ['mixed content', 'any content'], why: 'writes only what the schema names' },
    { features: ['MTOM sent', 'MTOM received', 'attachment sent'], why: 'sends one part only' },
    {
      features: ['multi-reference sent'],
      why: 'writes a value wherever it stands, each time again',
    },
    {
      features: ['multi-reference received'],
      soap: '1.2',
      why: 'follows references of SOAP 1.1 only',
    },
  ],
}
