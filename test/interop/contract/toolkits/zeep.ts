/** The toolkit zeep, Python. */
import { script, type Toolkit } from './toolkit.js'

export const zeep: Toolkit = {
  name: 'zeep',
  title: 'zeep',
  versions: ['1.1', '1.2'],
  prepare: () => script('python3', 'zeep-client.py'),
  limits: [
    {
      features: ['infinity', 'not a number'],
      why: 'writes `inf` and `nan`, where XSD has `INF` and `NaN`',
    },
    { features: ['QName'], why: 'gives a QName as its text, without what its prefix stands for' },
    { features: ['mixed content'], why: 'has no text between elements' },
    { features: ['MTOM sent', 'MTOM received', 'attachment sent'], why: 'sends one part only' },
    {
      features: ['multi-reference sent'],
      soap: '1.1',
      why: 'writes a value wherever it stands, each time again',
    },
    {
      features: ['encoded array of structs', 'multi-reference sent', 'multi-reference received'],
      soap: '1.2',
      why: 'does not know the `rpc:result` of SOAP 1.2',
    },
  ],
}
