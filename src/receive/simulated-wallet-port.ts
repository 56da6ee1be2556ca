import type { Result } from '../base/result.ts';

/** A wallet outside of the service, on the simulated network. Refusals are sentences. */
export interface SimulatedWalletPort {
  /** Pays an invoice. `amountSat` is null for an invoice that has an amount. */
  pay(bolt11: string, amountSat: number | null): Promise<Result<unknown, string>>;
  /** Makes an invoice, and answers its BOLT11 text. */
  makeInvoice(amountSat: number, memo: string): Promise<Result<string, string>>;
}
