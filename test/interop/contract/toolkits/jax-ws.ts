/** JAX-WS, Java: classes that its reference implementation makes of the WSDLs. */
import { shell } from '../../foreign-client.js'
import { SOURCES, type Toolkit } from './toolkit.js'

const LIBRARIES = [
  'FastInfoset',
  'geronimo-annotation-1.3-spec',
  'gmbal',
  'istack-commons-runtime',
  'javax.activation',
  'javax.mail',
  'javax.xml.soap-api',
  'jaxb-api',
  'jaxb-core',
  'jaxb-impl',
  'jaxb-runtime',
  'jaxws-api',
  'jaxws-rt',
  'jws-api',
  'metro-policy',
  'mimepull',
  'saaj-impl',
  'stax-ex',
  'stax2-api',
  'streambuffer',
  'txw2',
  'woodstox-core',
]

const classes = LIBRARIES.map((name) => `/usr/share/java/${name}.jar`).join(':')

export const jaxWs: Toolkit = {
  name: 'JAX-WS',
  title: 'JAX-WS',
  versions: ['1.1', '1.2'],
  async prepare(base, folder) {
    await shell(
      `
      for plugin in documents rpc; do
        wsimport -quiet -Xnocompile -extension -p $plugin '${base}/'$plugin'?wsdl'
      done
      ecj -11 -encoding UTF-8 -proc:none -nowarn -cp ${classes} -d . documents rpc '${SOURCES}JaxWsClient.java'
      `,
      folder,
    )
    return { command: 'java', parameters: ['-cp', `${folder}:${classes}`, 'JaxWsClient'] }
  },
  limits: [
    {
      features: ['encoded array of structs', 'multi-reference sent', 'multi-reference received'],
      why: 'refuses a WSDL with `use="encoded"`',
    },
  ],
}
