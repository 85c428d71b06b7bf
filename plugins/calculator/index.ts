/** Adds, subtracts and divides: the smallest useful operations, with a fault of their own. */
import { definePlugin, element, operation, SoapFault } from '#plugin'

const schema = new URL('./calculator.xsd', import.meta.url)

/** The type `Operands` of the schema. */
interface Operands {
  readonly a: number
  readonly b: number
}

/** The type `Result` of the schema. */
interface Result {
  readonly result: number
}

export default definePlugin(() => ({
  operations: [
    operation<Operands, Result>({
      name: '{urn:example:calculator}Add',
      schema,
      safe: true,
      invoke: ({ a, b }) => ({ result: a + b }),
    }),
    operation<Operands, Result>({
      name: '{urn:example:calculator}Subtract',
      schema,
      safe: true,
      invoke: ({ a, b }) => ({ result: a - b }),
    }),
    operation<Operands, Result>({
      name: '{urn:example:calculator}Divide',
      schema,
      safe: true,
      invoke({ a, b }) {
        if (b === 0) {
          throw new SoapFault({
            code: 'Client',
            reason: 'The divisor is zero.',
            detail: [element({ name: '{urn:example:calculator}DivisionByZero', prefix: 'c' })],
          })
        }
        return { result: a / b }
      },
    }),
  ],
}))
