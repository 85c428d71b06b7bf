/** How a sender of programs takes part in mail. */

export interface MailOptions {
  /** Mailbox that requests are from and answers go to, as `local@domain`. */
  readonly from: string
  /** What takes the mail: `smtp://host:port`, or `smtps:`. Default ports: 587 and 465. */
  readonly relay: MailPeer
  /** Where answers are waited for. */
  readonly answers:
    | { readonly listen: { readonly host: string; readonly port: number } }
    /** `imaps://host/folder`, or `imap:`; answers are moved to the folder `Waybill`. */
    | { readonly mailbox: MailPeer & { readonly login: MailLogin } }
}

export interface MailPeer {
  readonly url: string
  readonly login?: MailLogin | undefined
  /** Whether STARTTLS must succeed before anything is said. Default: yes, unless on loopback. */
  readonly startTls?: boolean | undefined
  /** PEM text of the authorities whose certificates are trusted. Default: those of Node.js. */
  readonly ca?: string | undefined
  /** PEM texts of a certificate with its chain and of its key, to show in TLS. Default: none is shown. */
  readonly certificate?: string | undefined
  readonly key?: string | undefined
}

/** Who the program is to the other side. */
export interface MailLogin {
  readonly user: string
  readonly password?: string | undefined
  /** In place of a password. */
  readonly oauth2?:
    | {
        readonly tokenUrl: string
        readonly clientId: string
        readonly clientSecret: string
        readonly refreshToken?: string | undefined
        readonly scope?: string | undefined
      }
    | undefined
}
