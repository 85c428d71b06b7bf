/** Whether tests were asked for in their long form: with more rounds, sizes and moments of chance. */

/** True for `npm run test:long`, and for `npm run test:faults -- --long`. */
export const LONG = process.env.TESTS === 'long'
