/** Types of the values of calculator.xsd, made by `waybill types`: make them anew when it changes. */

export interface Operands {
  readonly a: number
  readonly b: number
}

export interface Result {
  readonly result: number
}

export type DivisionByZero = { readonly [name: string]: never }

export type Add = Operands

export type AddResponse = Result

export type Subtract = Operands

export type SubtractResponse = Result

export type Divide = Operands

export type DivideResponse = Result
