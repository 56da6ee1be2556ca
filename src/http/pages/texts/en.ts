import { frame } from './en/frame.ts';
import { problems } from './en/problems.ts';
import { tokens } from './en/tokens.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  frame,
  problems,
  tokens,
};

export type PageTexts = typeof en;
