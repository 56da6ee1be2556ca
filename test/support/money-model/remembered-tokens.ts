import type { RememberedToken } from '../../../src/authorization/remembered-token.ts';

/** Tokens of payers in a world without tokens: one that is in force there, and one that is not. */
export const TOKEN_IN_FORCE: RememberedToken = {
  hash: new Uint8Array(32).fill(1),
  version: '2026-01-01 00:00:00+00',
};
export const ENDED_TOKEN: RememberedToken = {
  hash: new Uint8Array(32).fill(2),
  version: '2025-01-01 00:00:00+00',
};
