/** Types of the values of greetings.wsdl, made by `waybill types`: make them again when it changes. */

export interface Guest {
  readonly name: string
}

export interface Greeting {
  readonly text: string
}

export type SayHi = Guest

export type SayHiResponse = Greeting

export type SayBye = Guest

export type SayByeResponse = Greeting

/** The operations of the service GreetingsService. */
export interface GreetingsService {
  readonly SayHi: { readonly request: SayHi; readonly response: SayHiResponse }
  readonly SayBye: { readonly request: SayBye; readonly response: SayByeResponse }
}
