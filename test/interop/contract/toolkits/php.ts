/** SoapClient, PHP. */
import { script, type Toolkit } from './toolkit.js'

export const php: Toolkit = {
  name: 'PHP SoapClient',
  title: 'PHP',
  versions: ['1.1', '1.2'],
  prepare: () => script('php', 'php-client.php'),
  limits: [
    {
      features: ['highest unsignedLong', 'integer of 30 digits'],
      why: 'makes an integer of PHP of every integer, of 64 bits with a sign',
    },
    { features: ['not a number'], why: 'writes `NAN`, where XSD has `NaN`' },
    { features: ['QName'], why: 'takes a QName for a text, and declares no prefix for it' },
    { features: ['mixed content'], why: 'drops the text between elements' },
    {
      features: ['declared fault of another type'],
      why: 'reads details without their types, so without attributes of simple content',
    },
    { features: ['MTOM sent', 'MTOM received', 'attachment sent'], why: 'sends one part only' },
  ],
}
