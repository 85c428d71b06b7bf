/** The toolkit soap4r, Ruby. */
import { script, type Toolkit } from './toolkit.js'

export const soap4r: Toolkit = {
  name: 'soap4r',
  title: 'soap4r',
  versions: ['1.1'],
  // Its own warnings about newer Rubies.
  prepare() {
    const { command, parameters } = script('ruby', 'soap4r-client.rb')
    return { command, parameters: ['-W0', ...parameters] }
  },
  limits: [
    { features: ['float and double'], why: 'writes ten digits of a double' },
    { features: ['date', 'time', 'gYear'], why: 'writes a time zone where there is none' },
    { features: ['QName'], why: 'does not take its own QName as a value' },
    { features: ['mixed content'], why: 'has text or elements in an element' },
    { features: ['MTOM sent', 'MTOM received'], why: 'has no MTOM' },
    { features: ['attachment sent'], why: 'attaches only what a parameter refers to' },
  ],
}
