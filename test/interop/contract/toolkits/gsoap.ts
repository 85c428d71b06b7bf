/** The toolkit gSOAP, C++: stubs that it makes of the WSDLs. */
import { shell } from '../../foreign-client.js'
import { SOURCES, type Toolkit } from './toolkit.js'

export const gsoap: Toolkit = {
  name: 'gSOAP',
  title: 'gSOAP',
  versions: ['1.1', '1.2'],
  async prepare(base, folder) {
    await shell(
      `
      cat >typemap.dat <<'END'
i = "urn:example:interop"
r = "urn:example:interop:rpc"
e = "urn:example:interop:encoded"
xsd__dateTime = | std::string | std::string*
END
      wsdl2h -t typemap.dat -o service.h ${wsdls(base)}
      soapcpp2 -C -x -w -L service.h
      mv documentsSoap11.nsmap service.nsmap
      g++ -std=c++17 -I. -o client '${SOURCES}gsoap-client.cpp' soapC.cpp soapClient.cpp -lgsoap++
      `,
      folder,
    )
    return { command: `${folder}/client`, parameters: [] }
  },
  limits: [],
}

function wsdls(base: string): string {
  return ['documents', 'rpc', 'encoded'].map((plugin) => `'${base}/${plugin}?wsdl'`).join(' ')
}
