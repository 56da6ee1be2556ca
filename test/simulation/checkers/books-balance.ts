import type { Checker } from './checker.ts';

/** The books find nothing wrong with themselves. */
export const booksBalance: Checker = ({ books }) => books.findings;
