/** The part of the configuration about mail that leaves, and about a mailbox in place of a listener. */
import { count, duration, file, secret, text, z } from '#transport'

const oauth2 = z.strictObject({
  tokenUrl: z
    .string()
    .regex(/^(https:\/\/|http:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/])\S+$/, 'expected https://')
    .describe('Where access tokens are had.'),
  clientId: text().describe('Name of this client there.'),
  clientSecret: secret().describe('Its secret.'),
  refreshToken: secret()
    .optional()
    .describe('Stands for the owner’s consent; without it the client asks in its own name.'),
  scope: text()
    .optional()
    .describe('What the token shall be good for. Default: left to the other side.'),
})

const login = {
  user: text().optional().describe('Name to log in with. Default: no login.'),
  password: secret().optional().describe('Its password.'),
  oauth2: oauth2.optional().describe('In place of a password.'),
  startTls: z
    .boolean()
    .optional()
    .describe('Whether STARTTLS is required. Default: yes, unless on the loopback address.'),
}

const ca = file()
  .optional()
  .describe('File with trusted authorities, in PEM. Default: those of Node.js.')

/** `smtp.relay` */
export const relay = z
  .strictObject({
    url: z
      .string()
      .regex(/^smtps?:\/\/[^\s/@]+$/, 'expected smtp://host:port or smtps://host:port')
      .describe('The relay: smtp://host:port, or smtps: for TLS from the first byte.'),
    ...login,
    certificate: file()
      .optional()
      .describe('File with a certificate of this node for TLS, and its chain, in PEM.'),
    key: file().optional().describe('File with the key of the certificate, in PEM.'),
    ca,
    from: z
      .string()
      .regex(/^[^\s@]+@[^\s@]+$/, 'expected local@domain')
      .describe('Mailbox that requests are from; what is sent to it must reach this node.'),
    plusAddresses: z
      .boolean()
      .default(true)
      .describe('Whether what goes to local+anything@domain arrives; it correlates answers best.'),
    asAddressed: z
      .boolean()
      .default(true)
      .describe(
        'Whether answers are from the address that was asked; false where all must be from.',
      ),
    dkim: z
      .strictObject({
        domain: text().describe('Domain that stands for the mails.'),
        selector: text().describe('Name of the key in DNS.'),
        key: file().describe('File with the private RSA key, in PEM.'),
      })
      .optional()
      .describe('Signs what is sent. Default: no signature.'),
    connections: count(1000).default(5).describe('Connections to it at once.'),
  })
  .refine(({ user, password, oauth2 }) => !user || password || oauth2, 'a user needs a password')

/** `smtp.mailbox` */
export const mailbox = z
  .strictObject({
    url: z
      .string()
      .regex(/^imaps?:\/\/[^\s/@]+(\/\S*)?$/, 'expected imaps://host/folder or imap://host/folder')
      .describe('The mailbox: imaps://host/folder, or imap:, which turns to TLS. Default: INBOX.'),
    ...login,
    ca,
    done: text().default('Done').describe('Folder for mails that were taken.'),
    failed: text()
      .default('Failed')
      .describe('Folder for mails that cannot be taken, whenever they are tried.'),
    authority: text()
      .optional()
      .describe('Name by which the provider writes Authentication-Results. Default: none counts.'),
    checkInterval: duration()
      .prefault('5m')
      .describe('Time after which the folder is looked through without a sign of news.'),
  })
  .refine(({ user, password, oauth2 }) => user && (password || oauth2), 'a mailbox needs a login')
