/** The kinds of values that keys of the configuration have, each with its bounds. */
import { z } from 'zod'

/** Milliseconds of a day. */
export const DAY = 86_400_000

/** A whole number from 1. */
export const count = (most: number) => z.int().min(1).max(most)
/** A time of at least a millisecond; a day at most, unless it says otherwise. */
export const milliseconds = (most = DAY) => z.int().min(1).max(most)
/** A number of bytes that may be 0. */
export const bytes = (most: number) => z.int().min(0).max(most)
/** A TCP port; 0 takes a free one. */
export const port = () => z.int().min(0).max(65_535)
/** A text that is not empty. */
export const text = () => z.string().min(1)
/** The name or address of a machine. */
export const host = text
/** The path of a file; its content is not in the configuration. */
export const file = () => text().meta({ file: true })
/** A password, a token, or another text that is neither printed nor told in an error. */
export const secret = (schema = text()) => schema.meta({ secret: true })

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
