/** Adds, subtracts and divides: the smallest useful operations, with a fault of their own. */
import { definePlugin, element, SoapFault, type Values } from '#plugin'

const schema = new URL('./calculator.xsd', import.meta.url)

interface Operands {
  readonly a: number
  readonly b: number
}

/** The schema has seen to it that both are there and are numbers. */
const operands = (parameters: Values) => parameters as unknown as Operands

export default definePlugin(() => ({
  operations: [
    {
      name: '{urn:example:calculator}Add',
      schema,
      safe: true,
      invoke(parameters) {
        const { a, b } = operands(parameters)
        return { result: a + b }
      },
    },
    {
      name: '{urn:example:calculator}Subtract',
      schema,
      safe: true,
      invoke(parameters) {
        const { a, b } = operands(parameters)
        return { result: a - b }
      },
    },
    {
      name: '{urn:example:calculator}Divide',
      schema,
      safe: true,
      invoke(parameters) {
        const { a, b } = operands(parameters)
        if (b === 0) {
          throw new SoapFault({
            code: 'Client',
            reason: 'The divisor is zero.',
            detail: [element({ name: '{urn:example:calculator}DivisionByZero', prefix: 'c' })],
          })
        }
        return { result: a / b }
      },
    },
  ],
}))
