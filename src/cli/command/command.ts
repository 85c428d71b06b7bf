/** A command that tells more about itself than its options: examples, exit codes, and the keys of its JSON. */
import { Command, type Option } from 'commander'

/** What `--json` prints: each key with its meaning. */
export interface JsonShape {
  /** Such as `one object a line for each job`. */
  readonly what: string
  readonly keys: Readonly<Record<string, string>>
}

/** Exit codes beside 0 and those that every command has, with what they mean there. */
export type Exits = Readonly<Record<number, string>>

export class CliCommand extends Command {
  #examples: readonly string[] = []
  #exits: Exits = {}
  #json: JsonShape | undefined

  constructor(name: string) {
    super(name)
    this.configureHelp({ optionDescription: describeOption })
    this.addHelpText('after', () => this.#more())
  }

  /** Commands as a person types them; each is tried by a test. */
  withExamples(...examples: readonly string[]): this {
    this.#examples = examples
    return this
  }

  withExits(exits: Exits): this {
    this.#exits = exits
    return this
  }

  /** Adds `--json`. @param what  such as `one object a line for each job` */
  withJson(what: string, keys: JsonShape['keys']): this {
    this.#json = { what, keys }
    return this.option('--json', `print JSON: ${what}`, false)
  }

  get examples(): readonly string[] {
    return this.#examples
  }

  get exits(): Exits {
    return this.#exits
  }

  get json(): JsonShape | undefined {
    return this.#json
  }

  /** What help says below the options. */
  #more(): string {
    const width = process.stdout.columns ?? 80
    const wrapped = (text: string) => `\n${this.createHelp().boxWrap(text, Math.min(width, 100))}\n`
    const keys = Object.keys(this.#json?.keys ?? {}).join(', ')
    return [
      ...(keys === '' ? [] : [wrapped(`Keys of the JSON: ${keys}`)]),
      ...section(
        'Examples',
        this.#examples.map((one) => one.replaceAll('\n', '\n    ')),
      ),
      ...section(
        'Exit codes',
        Object.entries({ 0: 'done', ...this.#exits }).map((of) => of[0].padEnd(4) + of[1]),
        Object.keys(this.#exits).length > 0,
      ),
    ].join('')
  }
}

function section(title: string, lines: readonly string[], shown = true): readonly string[] {
  if (!shown || lines.length === 0) return []
  return [`\n${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`]
}

/** Of a switch, and of what may be repeated, nobody asks for the default. */
function describeOption(option: Option): string {
  const { description, argChoices, defaultValue } = option
  const shown: readonly unknown[] = [undefined, false]
  const preset = shown.includes(defaultValue) || Array.isArray(defaultValue)
  const more = [
    ...(argChoices ? [argChoices.join(', ')] : []),
    ...(preset || defaultValue === true
      ? []
      : [`default: ${option.defaultValueDescription ?? String(defaultValue)}`]),
  ]
  return more.length === 0 ? description : `${description} (${more.join('; ')})`
}
