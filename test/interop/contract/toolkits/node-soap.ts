/** The toolkit node-soap, from npm. */
import { npmToolkits } from './npm.js'
import { script, type Toolkit } from './toolkit.js'

export const nodeSoap: Toolkit = {
  name: 'node-soap',
  title: 'node-soap',
  versions: ['1.1', '1.2'],
  async prepare() {
    return script(process.execPath, 'node-soap-client.mjs', `${await npmToolkits()}/`)
  },
  limits: [
    { features: ['QName'], why: 'gives a QName as its text, without what its prefix stands for' },
    { features: ['mixed content'], why: 'cannot read elements behind text' },
    { features: ['any content'], why: 'drops the namespace of an element that `xs:any` lets in' },
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
