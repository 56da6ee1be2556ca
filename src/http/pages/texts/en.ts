import { budget } from './en/budget.ts';
import { clients } from './en/clients.ts';
import { frame } from './en/frame.ts';
import { lifetimes } from './en/lifetimes.ts';
import { passkeyForm } from './en/passkey-form.ts';
import { problems } from './en/problems.ts';
import { scopes } from './en/scopes.ts';
import { tokens } from './en/tokens.ts';

/** English. Other languages have the same type, so a missing text does not compile. */
export const en = {
  language: 'en',
  budget,
  clients,
  frame,
  lifetimes,
  passkeyForm,
  problems,
  scopes,
  tokens,
};

export type PageTexts = typeof en;
