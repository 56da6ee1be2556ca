/** From an amount on, so many blocks have to stand on a deposit, its own included. */
export interface ConfirmationStep {
  readonly fromSat: bigint;
  readonly confirmations: number;
}
