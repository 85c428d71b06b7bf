/** Reads the media type of a request, with the parameters that this binding knows. */
import { MEDIA_TYPES, uriInField } from '#transport'
import { RELATED } from '#transport/mime'
import { unescaped } from './quoted.js'
import { HttpRefusal } from './status.js'

const ACCEPTED = [...Object.values(MEDIA_TYPES), RELATED]

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const MEDIA_TYPE = new RegExp(`^(${TOKEN}/${TOKEN})[ \\t]*(?:;|$)`)
/** Its name, then a quoted value or any other one. */
const PARAMETER = new RegExp(
  `[ \\t]*;[ \\t]*(?:(${TOKEN})=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s";]*)))?`,
  'y',
)
const IS_TOKEN = new RegExp(`^${TOKEN}$`)

export interface ContentType {
  readonly mediaType: string
  readonly charset: string | undefined
  readonly action: string | undefined
  /** The whole of it, for an envelope with attachments: its root part says the rest. */
  readonly related: string | undefined
}

/**
 * @param field  the value of the header field
 * @throws HttpRefusal 415
 */
export function contentType(field: string): ContentType {
  const value = field.trim()
  const mediaType = MEDIA_TYPE.exec(value)?.[1]?.toLowerCase()
  if (mediaType === undefined || !ACCEPTED.includes(mediaType)) throw unsupported(value)
  if (mediaType === RELATED) {
    return { mediaType, charset: undefined, action: undefined, related: value }
  }
  const found = new Map<string, string>()
  PARAMETER.lastIndex = mediaType.length
  while (PARAMETER.lastIndex < value.length) {
    const match = PARAMETER.exec(value)
    if (!match) throw unsupported(value)
    const [, written, quoted, bare = ''] = match
    if (written === undefined) continue
    const name = written.toLowerCase()
    // Readers choose differently if a parameter is repeated.
    if (found.has(name)) throw unsupported(value)
    // RFC 9110 §5.6.6 wants a token or a quoted string; old clients leave the action bare, or empty.
    if (quoted === undefined && name !== 'action' && !IS_TOKEN.test(bare)) throw unsupported(value)
    found.set(name, quoted === undefined ? bare : unescaped(quoted))
  }
  const action = found.get('action')
  return {
    mediaType,
    charset: found.get('charset'),
    action: action && uriInField(action),
    related: undefined,
  }
}

function unsupported(value: string): HttpRefusal {
  return new HttpRefusal(
    415,
    `media type ${value}`,
    { Accept: ACCEPTED.join(', ') },
    `Content-Type must be ${ACCEPTED.join(' or ')}.`,
  )
}
