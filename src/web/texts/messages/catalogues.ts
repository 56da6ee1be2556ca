import type { AccountsMessages } from './accounts.ts';
import type { NoticesMessages } from './notices.ts';

/** Written by "npm run generate" from the files of `locales/en/`. */
export const CATALOGUES: readonly string[] = ['accounts', 'notices'];

export interface Catalogues
  extends AccountsMessages,
    NoticesMessages {}
