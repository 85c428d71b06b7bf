// Runs the interop tests. Installs the programs that are missing, or says how to and fails.
import config from '../test/interop.config.mjs'
import { all, ava, provide } from './programs.mjs'

const environment = { ...process.env, ...config.environmentVariables }

/** Each program: a command that succeeds only if it is there, and the Debian packages that bring it. */
const PROGRAMS = {
  tidy: { check: ['tidy', '-version'], packages: ['tidy'] },
  Chromium: { check: ['chromium', '--version'], packages: ['chromium', 'fonts-dejavu-core'] },
  zsh: { check: ['zsh', '--version'], packages: ['zsh'] },
  fish: { check: ['fish', '--version'], packages: ['fish'] },
  mandoc: { check: ['sh', '-c', 'command -v mandoc'], packages: ['mandoc'] },
  curl: { check: ['curl', '--version'], packages: ['curl'] },
  promtool: { check: ['promtool', '--version'], packages: ['prometheus'] },
  OpenSSL: { check: ['openssl', 'version'], packages: ['openssl'] },
  'PHP SoapClient': {
    check: ['php', '-r', 'exit(extension_loaded("soap") ? 0 : 1);'],
    packages: ['php-cli', 'php-soap'],
  },
  'SOAP::Lite': { check: ['perl', '-MSOAP::Lite', '-e1'], packages: ['libsoap-lite-perl'] },
  'MIME::Lite': { check: ['perl', '-MMIME::Lite', '-e1'], packages: ['libmime-lite-perl'] },
  Postfix: { check: ['/usr/sbin/postconf', '-d', 'mail_version'], packages: ['postfix'] },
  Dovecot: {
    check: all(
      'dovecot --version',
      'test -x /usr/lib/dovecot/imap',
      'test -x /usr/lib/dovecot/lmtp',
    ),
    packages: ['dovecot-imapd', 'dovecot-lmtpd'],
  },
  swaks: {
    check: all('swaks --version', 'perl -MNet::SSLeay -e1'),
    packages: ['swaks', 'libnet-ssleay-perl'],
  },
  nginx: { check: ['/usr/sbin/nginx', '-v'], packages: ['nginx-light'] },
  xmlsec1: { check: ['xmlsec1', '--version'], packages: ['xmlsec1'] },
  'python3-cryptography': {
    check: ['/usr/bin/python3', '-c', 'import cryptography, lxml.etree'],
    packages: ['python3-cryptography', 'python3-lxml'],
  },
  zeep: { check: ['python3', '-c', 'import zeep'], packages: ['python3-zeep'] },
  'zeep with its WS-Security plugins': {
    check: ['python3', '-c', 'import zeep.wsse.signature, xmlsec'],
    packages: ['python3-zeep', 'python3-xmlsec'],
  },
  WSS4J: {
    check: all('command -v ecj', 'java -version', 'test -e /usr/share/java/wss4j.jar'),
    packages: ['default-jre-headless', 'ecj', 'libwss4j-java'],
  },
  spyne: { check: ['python3', '-c', 'import spyne'], packages: ['python3-spyne'] },
  suds: { check: ['python3', '-c', 'import suds'], packages: ['python3-suds'] },
  PySimpleSOAP: {
    check: ['python3', '-c', 'import pysimplesoap'],
    packages: ['python3-pysimplesoap'],
  },
  soap4r: { check: ['ruby', '-rsoap/rpc/driver', '-e1'], packages: ['ruby-soap4r'] },
  LuaSOAP: { check: ['lua5.1', '-lsoap.client'], packages: ['lua5.1', 'lua-soap'] },
  gSOAP: {
    check: all(
      'command -v g++',
      'command -v soapcpp2 && command -v wsdl2h',
      'test -e /usr/include/stdsoap2.h',
    ),
    packages: ['g++', 'gsoap', 'libgsoap-dev'],
  },
  KDSoap: {
    check: all(
      'command -v g++ && command -v moc && command -v kdwsdl2cpp',
      'pkg-config Qt5Network',
      'test -d /usr/include/KDSoapClient',
    ),
    packages: ['g++', 'pkg-config', 'libkdsoap-dev'],
  },
  'JAX-WS': {
    check: all(
      'command -v ecj && command -v wsimport',
      'java -version',
      'test -e /usr/share/java/javax.mail.jar',
    ),
    packages: ['default-jre-headless', 'ecj', 'jaxws', 'libmail-java'],
  },
  Axis: {
    check: all('command -v ecj', 'java -version', 'test -e /usr/share/java/axis.jar'),
    packages: ['default-jre-headless', 'ecj', 'libaxis-java'],
  },
  Mono: {
    check: all('mcs --version', 'test -e /usr/lib/mono/4.5/System.Web.Services.dll'),
    packages: ['mono-mcs', 'mono-runtime', 'libmono-system-web-services4.0-cil'],
  },
}

await provide(PROGRAMS, environment)
process.exitCode = ava('test/interop.config.mjs', environment)
