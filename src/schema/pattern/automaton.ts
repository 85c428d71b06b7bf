/** Matches by a deterministic automaton, of which those states are made that texts lead to. */
import { type Alphabet, alphabetOf } from './alphabet.js'
import { includes } from './character-set.js'
import { IndexSet } from './index-set.js'
import { ACCEPT, FORK, type Program, TAKE } from './program.js'
import { Simulation } from './simulation.js'
import { DEAD, START, type State, States, UNKNOWN } from './states.js'

/** Once there is no room for more states: a text that needs a new one more often is matched without. */
const CHARACTERS_PER_STATE = 10

export class Automaton {
  readonly #program: Program
  readonly #alphabet: Alphabet
  readonly #first: State
  #states: States
  #simulation: Simulation | undefined
  /** Instructions that are reached, while a state is made. */
  readonly #reached: IndexSet
  readonly #open: number[] = []

  /** @param program  one that does not count */
  constructor(program: Program) {
    this.#program = program
    this.#alphabet = alphabetOf(program.sets)
    this.#reached = new IndexSet(program.instructions.length)
    this.#open.push(program.start)
    this.#first = this.#stateOfOpen()
    this.#states = new States(this.#alphabet.kinds, this.#first)
  }

  test(text: string): boolean {
    const { ascii, kinds } = this.#alphabet
    let table = this.#states.table
    let state = START
    let made = 0
    let since = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at)
      let kind = 0
      if (code < 128) kind = ascii[code] ?? 0
      else {
        const character = text.codePointAt(at) ?? 0
        if (character > 0xffff) at += 1
        kind = this.#alphabet.kindOf(character)
      }
      let next = table[state * kinds + kind] ?? DEAD
      if (next === UNKNOWN) {
        const target = this.#after(state, kind)
        made += 1
        next = this.#states.link(state, kind, target)
        if (next === UNKNOWN) {
          if (at - since < made * CHARACTERS_PER_STATE) return this.#simulate(text)
          this.#states = new States(kinds, this.#first)
          next = this.#states.add(target)
          made = 0
          since = at
        }
        table = this.#states.table
      }
      if (next === DEAD) return false
      state = next
    }
    return this.#states.get(state).accepts
  }

  /** What a character of a kind leads to. */
  #after(state: number, kind: number): State {
    const { instructions, sets } = this.#program
    const sample = this.#alphabet.samples[kind] ?? 0
    for (const index of this.#states.get(state).positions) {
      const instruction = instructions[index]
      if (instruction !== undefined && includes(sets[instruction.set] ?? [], sample)) {
        this.#open.push(instruction.next)
      }
    }
    return this.#stateOfOpen()
  }

  /** The state of all instructions that are reached from the open ones without a character. */
  #stateOfOpen(): State {
    const { instructions } = this.#program
    const positions: number[] = []
    this.#reached.clear()
    for (let index = this.#open.pop(); index !== undefined; index = this.#open.pop()) {
      if (!this.#reached.add(index)) continue
      const instruction = instructions[index]
      if (instruction?.kind === TAKE) positions.push(index)
      else if (instruction?.kind === FORK) this.#open.push(instruction.other, instruction.next)
    }
    return { positions: Int32Array.from(positions).sort(), accepts: this.#reached.has(ACCEPT) }
  }

  #simulate(text: string): boolean {
    this.#simulation ??= new Simulation(this.#program)
    return this.#simulation.test(text)
  }
}
