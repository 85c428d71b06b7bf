/** The toolkit suds, Python. */
import { script, type Toolkit } from './toolkit.js'

export const suds: Toolkit = {
  name: 'suds',
  title: 'suds',
  versions: ['1.1'],
  prepare: () => script('python3', 'suds-client.py'),
  limits: [
    {
      features: ['infinity', 'not a number'],
      why: 'writes `inf` and `nan`, where XSD has `INF` and `NaN`',
    },
    {
      features: ['markup characters'],
      why: 'takes `&amp;` in a text for an `&` that is escaped already',
    },
    { features: ['QName'], why: 'takes a QName for a text, and declares no prefix for it' },
    { features: ['mixed content'], why: 'has no text between elements' },
    {
      features: ['any content'],
      why: 'drops the namespace and the text of an element that `xs:any` lets in',
    },
    {
      features: ['header block of an answer'],
      why: 'has header blocks of an answer only in the text of the whole (`last_received`)',
    },
    { features: ['MTOM sent', 'MTOM received', 'attachment sent'], why: 'sends one part only' },
    {
      features: ['multi-reference sent'],
      why: 'writes a value wherever it stands, each time again',
    },
  ],
}
