/** A dialogue on standard input and output: each line is a call, and gets a line in answer, both written as HTML forms are. */
import { createInterface } from 'node:readline'

/** @param call  what is done for the fields of a call; what it throws is the answer, too */
export async function dialogue(call) {
  for await (const line of createInterface({ input: process.stdin })) {
    const began = performance.now()
    const fields = Object.fromEntries(new URLSearchParams(line))
    let answer
    try {
      answer = await call(fields)
    } catch (error) {
      answer = { error: String(error) }
    }
    const ms = Math.round(performance.now() - began)
    console.log(String(new URLSearchParams({ ...answer, turn: fields.turn, ms })))
  }
}
