// Reads a Dockerfile into its stages, each a base and the instructions that follow; refuses what it does not know.

const EXPECTED = new Set(
  'COPY RUN WORKDIR ENV USER LABEL VOLUME EXPOSE HEALTHCHECK STOPSIGNAL ENTRYPOINT CMD'.split(' '),
)

/** @returns {{ base: string, name: string | undefined, steps: { instruction: string, rest: string }[] }[]} */
export function stagesOf(text) {
  const stages = []
  for (const line of joined(text)) {
    const [, instruction = '', rest = ''] = /^([A-Z]+)\s+(.*)$/s.exec(line) ?? []
    if (instruction === 'FROM') {
      const [base, as, name] = rest.split(/\s+/)
      if (as !== undefined && as !== 'AS') throw new Error(`FROM ${rest}`)
      stages.push({ base, name, steps: [] })
    } else if (EXPECTED.has(instruction) && stages.length > 0) {
      stages.at(-1).steps.push({ instruction, rest })
    } else throw new Error(`an instruction that is not known: ${line}`)
  }
  return stages
}

/** Lines without comments, those that end with a backslash joined with the next. */
function joined(text) {
  return text
    .split('\n')
    .filter((line) => !/^\s*#/.test(line))
    .join('\n')
    .replace(/\\\n/g, '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** `name="a value" other=value` */
export function pairsOf(rest) {
  return Object.fromEntries(
    [...rest.matchAll(/([\w.-]+)=(?:"([^"]*)"|(\S+))/g)].map(([, name, quoted, bare]) => [
      name,
      quoted ?? bare,
    ]),
  )
}

/** The command of HEALTHCHECK, ENTRYPOINT and CMD, in their form of a JSON list. */
export function commandOf(rest) {
  return JSON.parse(rest.slice(rest.indexOf('[')))
}
