/** Types of the values of documents.xsd, made by `waybill types`: make them again when it changes. */
import type { QName, XmlElement } from '#plugin'

export interface Numbers {
  readonly int8?: number | undefined
  readonly int16?: number | undefined
  readonly int32?: number | undefined
  readonly int64?: bigint | undefined
  readonly uint8?: number | undefined
  readonly uint16?: number | undefined
  readonly uint32?: number | undefined
  readonly uint64?: bigint | undefined
  readonly whole?: bigint | undefined
  readonly exact?: string | undefined
  readonly float32?: number | undefined
  readonly float64?: number | undefined
  readonly truth?: boolean | undefined
}

export interface Times {
  readonly moment?: string | undefined
  readonly day?: string | undefined
  readonly clock?: string | undefined
  readonly span?: string | undefined
  readonly year?: string | undefined
}

export interface Texts {
  readonly text?: string | undefined
  readonly word?: string | undefined
  readonly language?: string | undefined
  readonly link?: string | undefined
  readonly qualified?: QName | undefined
}

export interface Position {
  readonly latitude: number
  readonly longitude: number
}

export interface Address {
  readonly street: string
  readonly city: string
  readonly position?: Position | undefined
}

export interface Person {
  readonly '@id': number
  readonly '@nickname'?: string | undefined
  /** Default: `active`. */
  readonly '@status'?: string | undefined
  readonly name: string
  readonly phone?: string | undefined
  readonly email: readonly string[]
  readonly address?: Address | undefined
}

export interface Payment {
  readonly card?: string | undefined
  readonly account?: string | undefined
}

export interface Answers {
  readonly count: number | null
  readonly label: string | null
}

/** `xs:string`. */
export type Currency = 'EUR' | 'USD' | 'JPY'

export interface Price {
  readonly $value: string
  readonly '@currency': Currency
}

export interface Shape {
  readonly name: string
}

export interface Circle {
  readonly name: string
  readonly radius: number
}

export interface Square {
  readonly name: string
  readonly side: number
}

/** `xs:string`: pattern `[A-Z]{2}[0-9]{3}`. */
export type Flight = string

/** `xs:int`: at least 1, at most 9. */
export type Seats = number

/** `xs:string`: at least this long: 1, at most this long: 20. */
export type Guest = string

export interface Tree {
  readonly label: string
  readonly branch: readonly Tree[]
}

export interface Prose {
  /** In the order in which it stands. */
  readonly $content: readonly (string | { readonly strong: string })[]
}

export interface Extension {
  readonly $any: readonly XmlElement[]
}

/** `xs:string`. */
export type Cause = 'stock' | 'credit' | 'other'

/** Gives the numbers back. */
export interface EchoNumbers {
  readonly numbers: Numbers
}

export interface EchoNumbersResponse {
  readonly numbers: Numbers
}

/** Gives the times back. */
export interface EchoTimes {
  readonly times: Times
}

export interface EchoTimesResponse {
  readonly times: Times
}

/** Gives the texts back. */
export interface EchoTexts {
  readonly texts: Texts
}

export interface EchoTextsResponse {
  readonly texts: Texts
}

/** Gives the bytes back. */
export interface EchoBytes {
  readonly base64: Uint8Array
  readonly hex: Uint8Array
}

export interface EchoBytesResponse {
  readonly base64: Uint8Array
  readonly hex: Uint8Array
}

/** Gives the person back. */
export interface EchoPerson {
  readonly person: Person
}

export interface EchoPersonResponse {
  readonly person: Person
}

/** Tells how it was paid. */
export interface Pay {
  readonly payment: Payment
}

export interface PayResponse {
  readonly payment: Payment
}

/** Turns a list round. */
export interface Reverse {
  readonly item: readonly string[]
}

export interface ReverseResponse {
  readonly item: readonly string[]
}

/** Gives back what is nil, and what is not. */
export interface EchoNil {
  readonly answers: Answers
}

export interface EchoNilResponse {
  readonly answers: Answers
}

/** Twice the amount in another currency. */
export interface Convert {
  readonly price: Price
  readonly to: Currency
}

export interface ConvertResponse {
  readonly price: Price
  readonly from: Currency
}

/** The square around a circle; any other shape as it is. */
export interface Enclose {
  readonly shape:
    | Shape
    | (Circle & { readonly $type: '{urn:example:interop}Circle' })
    | (Square & { readonly $type: '{urn:example:interop}Square' })
}

export interface EncloseResponse {
  readonly shape:
    | Shape
    | (Circle & { readonly $type: '{urn:example:interop}Circle' })
    | (Square & { readonly $type: '{urn:example:interop}Square' })
}

/** Reserves seats, and gives the ticket. */
export interface Reserve {
  readonly flight: Flight
  readonly seats: Seats
  readonly guest: Guest
}

export interface ReserveResponse {
  readonly ticket: string
}

/** Turns the branches of a tree round, at every level. */
export interface Mirror {
  readonly tree: Tree
}

export interface MirrorResponse {
  readonly tree: Tree
}

/** Gives prose and extensions back. */
export interface Annotate {
  readonly prose?: Prose | undefined
  readonly extension?: Extension | undefined
}

export interface AnnotateResponse {
  readonly prose?: Prose | undefined
  readonly extension?: Extension | undefined
}

/** Answers. */
export type Ping = { readonly [name: string]: never }

export type PingResponse = { readonly [name: string]: never }

/** Fails, always. */
export interface Fail {
  readonly cause: Cause
}

export type FailResponse = { readonly [name: string]: never }

export interface OutOfStock {
  readonly item: string
  readonly left: number
}

export interface NoCredit {
  readonly limit: Price
}

export interface Session {
  readonly user: string
}

export interface Visit {
  readonly user: string
  readonly number: number
}

/** Greets the user of the session. */
export interface Greet {
  readonly greeting: string
}

export interface GreetResponse {
  readonly text: string
}

/** Writes a line into a file. */
export interface Remark {
  readonly line: string
}

/** Where a place is. */
export interface Locate {
  readonly place: string
}

export interface LocateResponse {
  readonly found: string
  readonly height: number
}

/** Gives a file back. */
export interface Store {
  readonly name: string
  readonly content: Uint8Array
}

export interface StoreResponse {
  readonly parts: number
  readonly content: Uint8Array
}

/** Counts the attachments and their bytes. */
export interface Attach {
  readonly title: string
}

export interface AttachResponse {
  readonly parts: number
  readonly size: number
}

/** The text so many times. */
export interface Repeat {
  readonly text: string
  readonly times: number
}

export interface RepeatResponse {
  readonly text: string
}

/** Makes a text louder. */
export type Shout = string

export type ShoutResponse = string
