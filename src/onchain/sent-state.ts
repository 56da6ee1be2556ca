import type { WithdrawalState } from './withdrawal-state.ts';

/** The progress of a withdrawal, as apps see it. */
export type SentState = 'sending' | 'broadcast' | 'confirmed' | 'failed';

export const SENT_STATES: Readonly<Record<WithdrawalState, SentState>> = {
  reserved: 'sending',
  unknown: 'sending',
  signed: 'sending',
  broadcast: 'broadcast',
  settled: 'confirmed',
  failed: 'failed',
};
