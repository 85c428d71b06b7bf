/** Adds, subtracts and divides: the smallest useful operations, with a fault of their own. */
import { definePlugin, element, operation, SoapFault } from '#plugin'
import type {
  Add,
  AddResponse,
  Divide,
  DivideResponse,
  Subtract,
  SubtractResponse,
} from './calculator.types.js'

const schema = new URL('./calculator.xsd', import.meta.url)

export default definePlugin(() => ({
  operations: [
    operation<Add, AddResponse>({
      name: '{urn:example:calculator}Add',
      schema,
      safe: true,
      invoke: ({ a, b }) => ({ result: a + b }),
    }),
    operation<Subtract, SubtractResponse>({
      name: '{urn:example:calculator}Subtract',
      schema,
      safe: true,
      invoke: ({ a, b }) => ({ result: a - b }),
    }),
    operation<Divide, DivideResponse>({
      name: '{urn:example:calculator}Divide',
      schema,
      safe: true,
      faults: ['{urn:example:calculator}DivisionByZero'],
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
