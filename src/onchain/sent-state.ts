import type { WithdrawalState } from './withdrawal-state.ts';

/** How far a withdrawal has come, as apps are told. */
export type SentState = 'sending' | 'broadcast' | 'confirmed' | 'failed';

export const SENT_STATES: Readonly<Record<WithdrawalState, SentState>> = {
  reserved: 'sending',
  unknown: 'sending',
  signed: 'sending',
  broadcast: 'broadcast',
  settled: 'confirmed',
  failed: 'failed',
};
