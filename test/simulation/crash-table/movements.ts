import { lightningPayment } from './lightning.ts';
import type { Movement } from './movement.ts';
import { raisedFee } from './raised-fee.ts';
import { withdrawal } from './withdrawal.ts';

/** Every movement out of the service that the table plays. */
export const MOVEMENTS: readonly Movement[] = [
  lightningPayment({ isNodeShared: false }),
  lightningPayment({ isNodeShared: true }),
  lightningPayment({ isNodeShared: false, isAsking: true }),
  withdrawal(),
  raisedFee(),
];
