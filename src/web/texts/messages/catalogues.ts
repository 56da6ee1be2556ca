import type { ActivityMessages } from './activity.ts';
import type { NoticesMessages } from './notices.ts';
import type { ProofMessages } from './proof.ts';
import type { ReceiveMessages } from './receive.ts';
import type { SendMessages } from './send.ts';
import type { StatementsMessages } from './statements.ts';

/** Written by "npm run generate" from the files of `locales/en/`. */
export const CATALOGUES: readonly string[] = [
  'activity',
  'notices',
  'proof',
  'receive',
  'send',
  'statements',
];

export interface Catalogues
  extends ActivityMessages,
    NoticesMessages,
    ProofMessages,
    ReceiveMessages,
    SendMessages,
    StatementsMessages {}
