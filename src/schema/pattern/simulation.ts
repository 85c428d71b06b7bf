/** Follows all ways through a program at once: a character takes time by the size of the program, however long the text. */
import { type CharacterSet, includes } from './character-set.js'
import { CountSet } from './count-set.js'
import { IndexSet } from './index-set.js'
import { ACCEPT, COUNT, FORK, type Instruction, type Program, TAKE } from './program.js'

export class Simulation {
  readonly #instructions: readonly Instruction[]
  readonly #sets: readonly CharacterSet[]
  readonly #start: number
  readonly #counts: ReadonlyMap<Instruction, CountSet>
  /** The instructions that the text has come to. */
  #here: IndexSet
  #ahead: IndexSet
  /** Of those to come, where more of them are found. */
  readonly #open: number[] = []

  constructor({ instructions, sets, start }: Program) {
    this.#instructions = instructions
    this.#sets = sets
    this.#start = start
    this.#here = new IndexSet(instructions.length)
    this.#ahead = new IndexSet(instructions.length)
    this.#counts = new Map(
      instructions
        .filter(({ kind }) => kind === COUNT)
        .map((instruction) => [instruction, new CountSet(instruction.max)]),
    )
  }

  test(text: string): boolean {
    this.#ahead.clear()
    for (const count of this.#counts.values()) count.clear()
    this.#open.push(this.#start)
    this.#reach(0)
    let position = 0
    for (let at = 0; at < text.length; at += 1) {
      const code = text.codePointAt(at) ?? 0
      if (code > 0xffff) at += 1
      position += 1
      this.#step(code, position)
      if (this.#ahead.size === 0) return false
    }
    return this.#ahead.has(ACCEPT)
  }

  /** Takes a character, and is at the position behind it. */
  #step(code: number, position: number): void {
    const taking = this.#ahead
    this.#ahead = this.#here
    this.#here = taking
    this.#ahead.clear()
    for (let slot = 0; slot < taking.size; slot += 1) {
      const index = taking.at(slot)
      const instruction = this.#instructions[index]
      if (instruction?.kind === TAKE) {
        if (this.#takes(instruction, code)) this.#open.push(instruction.next)
      } else if (instruction?.kind === COUNT) {
        if (this.#goesOn(instruction, code, position)) this.#ahead.add(index)
      }
    }
    this.#reach(position)
  }

  #takes({ set }: Instruction, code: number): boolean {
    return includes(this.#sets[set] ?? [], code)
  }

  /** True if a counted repetition can take more, after this character. */
  #goesOn(instruction: Instruction, code: number, position: number): boolean {
    const count = this.#countOf(instruction)
    if (!this.#takes(instruction, code)) {
      count.clear()
      return false
    }
    count.take(position)
    if (count.isEmpty) return false
    if (count.most(position) >= instruction.min) this.#open.push(instruction.next)
    return true
  }

  /** Finds all instructions that are reached from the open ones without a character. */
  #reach(position: number): void {
    for (let index = this.#open.pop(); index !== undefined; index = this.#open.pop()) {
      const instruction = this.#instructions[index]
      if (instruction?.kind === COUNT) this.#begin(index, instruction, position)
      else if (this.#ahead.add(index) && instruction?.kind === FORK) {
        this.#open.push(instruction.other, instruction.next)
      }
    }
  }

  #begin(index: number, instruction: Instruction, position: number): void {
    this.#ahead.add(index)
    if (this.#countOf(instruction).begin(position) && instruction.min === 0) {
      this.#open.push(instruction.next)
    }
  }

  #countOf(instruction: Instruction): CountSet {
    const count = this.#counts.get(instruction)
    if (count === undefined) throw new Error('a counted repetition without its counts')
    return count
  }
}
