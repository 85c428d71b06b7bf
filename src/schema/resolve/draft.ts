/** A component while it is being made: others may refer to it already, since components refer to each other in circles. */

export type Draft<Component> = { -readonly [Key in keyof Component]: Component[Key] }
