/** The toolkit SOAP::Lite, Perl. */
import { script, type Toolkit } from './toolkit.js'

export const soapLite: Toolkit = {
  name: 'SOAP::Lite',
  title: 'SOAP::Lite',
  versions: ['1.1', '1.2'],
  prepare: () => script('perl', 'soap-lite-client.pl'),
  limits: [
    { features: ['QName'], why: 'gives a QName as its text, without what its prefix stands for' },
    { features: ['list of none'], why: 'writes `xsi:nil` for an entry without parameters' },
    { features: ['mixed content'], why: 'drops the text between elements' },
    { features: ['bare simple type'], why: 'puts a bare value into an element of its own' },
    { features: ['MTOM sent', 'MTOM received'], why: 'has no MTOM' },
    {
      features: ['attachment sent'],
      soap: '1.2',
      why: 'says another media type of its envelope than it has',
    },
    {
      features: ['encoded array of structs', 'multi-reference received'],
      soap: '1.2',
      why: 'puts encodingStyle on Envelope, which needs `soap.lenient`',
    },
    {
      features: ['multi-reference sent'],
      why: 'writes a value wherever it stands, each time again',
    },
  ],
}
