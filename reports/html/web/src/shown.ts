/** Rows of a list; all of them on request. */
export const FIRST = 20;
