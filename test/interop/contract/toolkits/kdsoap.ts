/** KDSoap, C++ with Qt: classes that it makes of the WSDLs. */
import { shell } from '../../foreign-client.js'
import { SOURCES, type Toolkit } from './toolkit.js'

export const kdsoap: Toolkit = {
  name: 'KDSoap',
  title: 'KDSoap',
  versions: ['1.1', '1.2'],
  async prepare(base, folder) {
    await shell(
      `
      kdwsdl2cpp -both documents '${base}/documents?wsdl'
      for plugin in rpc encoded; do kdwsdl2cpp -namespace $plugin -both $plugin '${base}/'$plugin'?wsdl'; done
      for plugin in documents rpc encoded; do moc $plugin.h -o moc_$plugin.cpp; done
      g++ -fPIC -std=c++17 -I. -o client '${SOURCES}kdsoap-client.cpp' documents.cpp rpc.cpp encoded.cpp moc_*.cpp \\
        $(pkg-config --cflags --libs Qt5Network) -lkdsoap
      `,
      folder,
    )
    return { command: `${folder}/client`, parameters: [] }
  },
  limits: [
    {
      features: ['byte and unsignedByte'],
      why: 'has no bytes: "QVariants of type signed char are not supported"',
    },
    {
      features: ['integer of 30 digits', 'decimal of 30 digits'],
      why: 'makes a `qint64` of `xs:integer`, and a `float` of `xs:decimal`',
    },
    {
      features: ['infinity', 'not a number'],
      why: 'writes `inf` and `nan`, where XSD has `INF` and `NaN`',
    },
    { features: ['QName'], why: 'writes a QName without its namespace' },
    { features: ['nil'], why: 'has no nil for a number' },
    {
      features: ['derived type sent and received'],
      why: 'holds a member as a value of the declared type',
    },
    { features: ['mixed content'], why: 'has no text between elements' },
    { features: ['MTOM sent', 'MTOM received', 'attachment sent'], why: 'sends one part only' },
    {
      features: ['multi-reference sent', 'multi-reference received'],
      why: 'neither writes references nor follows them',
    },
  ],
}
