/** Types of the values of calculator.xsd, made by `waybill types`: make them again when it changes. */

export interface Operands {
  readonly a: number
  readonly b: number
}

export interface Result {
  readonly result: number
}

/** The divisor was zero. */
export type DivisionByZero = { readonly [name: string]: never }

/** Adds two numbers. */
export type Add = Operands

export type AddResponse = Result

/** Subtracts b from a. */
export type Subtract = Operands

export type SubtractResponse = Result

/** Divides a by b. */
export type Divide = Operands

export type DivideResponse = Result
