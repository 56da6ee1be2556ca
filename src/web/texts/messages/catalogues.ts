import type { AccountsMessages } from './accounts.ts';
import type { AddressMessages } from './address.ts';
import type { LeavingMessages } from './leaving.ts';
import type { NoticesMessages } from './notices.ts';
import type { WebMessages } from './web.ts';

/** Written by "npm run generate" from the files of `locales/en/`. */
export const CATALOGUES: readonly string[] = ['accounts', 'address', 'leaving', 'notices', 'web'];

export interface Catalogues
  extends AccountsMessages,
    AddressMessages,
    LeavingMessages,
    NoticesMessages,
    WebMessages {}
