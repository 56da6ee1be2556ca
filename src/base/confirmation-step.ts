/**
 * A rule for bitcoin deposits of `fromSat` or more: they count after `confirmations` blocks,
 * including the block that contains the deposit.
 */
export interface ConfirmationStep {
  readonly fromSat: bigint;
  readonly confirmations: number;
}
