/** The kinds of values that keys of the configuration have, each with its bounds. */
import { z } from 'zod'
import {
  type Measure,
  patternOf,
  quantityText,
  readQuantity,
  SIZE,
  spellingOf,
  TIME,
} from '../base/units.js'

/** Milliseconds of a day. */
export const DAY = 86_400_000

/** A whole number from 1. */
export const count = (most: number) => z.int().min(1).max(most)

interface Bounds {
  readonly least?: number
  readonly most: number
}

/**
 * A length of time, written as `30s`, `5m` or `7d`; read as milliseconds, a day at most unless it says otherwise.
 *
 * @param each  milliseconds that a number stood for in former files. Default: 1
 */
export const duration = ({ least = 1, most }: Partial<Bounds> = {}, each = 1) =>
  quantity({ least, most: most ?? DAY }, TIME, each)

/** A size, written as `64KiB` or `10MiB`; read as bytes. */
export const size = ({ least = 1, most }: Bounds) => quantity({ least, most }, SIZE)

function quantity({ least, most }: Required<Bounds>, measure: Measure, each = 1) {
  const texts = { least: quantityText(least, measure), most: quantityText(most, measure) }
  const error = ({ input }: { readonly input?: unknown }) => {
    if (input === 0) return `expected at least ${texts.least}`
    const spelling = spellingOf(typeof input === 'number' ? input * each : input, measure)
    return spelling === undefined
      ? `expected ${measure.name} such as ${measure.examples}`
      : `expected ${measure.name}, got ${JSON.stringify(input)}: write ${spelling}`
  }
  const text = z.string({ error }).regex(patternOf(measure), { error })
  return (least === 0 ? z.union([text, z.literal(0)], { error }) : text)
    .transform((input: string | 0, { issues }) => {
      const value = input === 0 ? 0 : (readQuantity(input, measure) ?? 0)
      const complaint = (bound: string) =>
        issues.push({ code: 'custom', input, message: `expected at ${bound}` })
      if (value < least) complaint(`least ${texts.least}`)
      if (value > most) complaint(`most ${texts.most}`)
      return value
    })
    .meta({ quantity: measure, ...texts })
}

/** A TCP port; 0 takes a free one. */
export const port = () => z.int().min(0).max(65_535)
/** A text that is not empty. */
export const text = () => z.string().min(1)
/** The name or address of a machine. */
export const host = text
/** The path of a file; its content is not in the configuration. */
export const file = () => text().meta({ file: true, path: 'file' })
/** The path of a folder. */
export const folder = () => text().meta({ path: 'folder' })
/** The path of a file, or a URL. */
export const fileOrUrl = () => text().meta({ path: 'file or URL' })
/** The name of something to load: of a shipped one, of a package, or a path that begins with a dot. */
export const module = () => text().meta({ path: 'module' })
/**
 * A password, a token, or another text that is neither printed nor told in an error. In place of it stands `env:NAME`
 * or `file:path` in a configuration; what is checked, and what a part gets, is the secret itself.
 */
export const secret = (schema = text()) => schema.meta({ secret: true })
/** A URL that may have a user and a password in it, which are not printed; `env:NAME` or `file:path` can name it. */
export const withLogin = <Type extends z.ZodType>(schema: Type) => schema.meta({ login: true })

/** A value that nobody changes, nor anything in it. */
export type DeepReadonly<Type> = Type extends object
  ? { readonly [Key in keyof Type]: DeepReadonly<Type[Key]> }
  : Type

/** An address, or a network of them. */
export const network = () =>
  z
    .string()
    .refine(
      (value) => z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()]).safeParse(value).success,
      { error: 'expected an address such as 10.1.2.3, or a network such as 10.1.0.0/16' },
    )
