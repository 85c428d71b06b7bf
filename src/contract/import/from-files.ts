/** The files of a contract, as they are imported. */
import { readFileSync } from 'node:fs'
import { dirname, parse, relative, sep } from 'node:path'
import { FILES } from '../../schema/read/library.js'
import { fileName } from './names.js'
import type { ImportSource } from './source.js'

/** Files below the folder of the first one stay where they are to each other; others are put beside it. */
export function fromFiles(main: string): ImportSource {
  return {
    ...FILES,
    main,
    name: fileName(parse(main).name),
    bytes: (file) => readFileSync(file),
    wanted(file) {
      const below = relative(dirname(main), file)
      return below.startsWith('..') ? parse(file).base : below.split(sep).join('/')
    },
  }
}
