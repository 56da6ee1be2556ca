/**
 * A rule for deposits from some amount on: so many blocks have to stand on them, their own
 * included.
 */
export interface ConfirmationStep {
  readonly fromSat: bigint;
  readonly confirmations: number;
}
