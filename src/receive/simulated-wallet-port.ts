import type { Result } from '../base/result.ts';

/**
 * Port: a wallet outside of this service, on the simulated network. Refusals are sentences for
 * people.
 */
export interface SimulatedWalletPort {
  /** Pays an invoice of a user. `amountSat` is null where the invoice states the amount. */
  pay(bolt11: string, amountSat: number | null): Promise<Result<unknown, string>>;
  /** Makes an invoice, and answers its BOLT11 text. */
  makeInvoice(amountSat: number, memo: string): Promise<Result<string, string>>;
}
