import type { Result } from '../base/result.ts';

/** A wallet outside of the service, on the simulated network. Refusals are sentences. */
export interface SimulatedWalletPort {
  /** `amountSat`: null for an invoice that has one. */
  pay(bolt11: string, amountSat: number | null): Promise<Result<unknown, string>>;
  /** Answers a BOLT11 text. */
  makeInvoice(amountSat: number, memo: string): Promise<Result<string, string>>;
}
