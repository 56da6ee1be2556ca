import type { Theft } from './theft.ts';
import { THEFTS_OF_ACCOUNTS } from './theft-of-accounts.ts';
import { THEFTS_OF_MACHINE } from './theft-of-machine.ts';
import { THEFTS_OF_OPERATOR } from './theft-of-operator.ts';
import { THEFTS_OF_SPENDERS } from './theft-of-spenders.ts';

/** All that can be stolen, in the order of the document. */
export const THEFTS: readonly Theft[] = [
  ...THEFTS_OF_ACCOUNTS,
  ...THEFTS_OF_SPENDERS,
  ...THEFTS_OF_OPERATOR,
  ...THEFTS_OF_MACHINE,
];
