/** How many attributes are compared with each other: the names of more are kept in a set. */
export const FEW = 8
