import type { Sat } from '../base/amount.ts';
import { decimalText } from '../base/decimal-text.ts';

/** Writes a bitcoin URI that pays an address (BIP 321). */
export const bitcoinUri = (address: string, amountSat: Sat | null = null): string =>
  `bitcoin:${address}${amountSat === null ? '' : `?amount=${exactBitcoin(amountSat)}`}`;

/**
 * Writes a bitcoin URI with an invoice. Wallets that know Lightning pay the invoice, others pay the
 * address.
 */
export const uriForBoth = (address: string, amountSat: Sat, bolt11: string): string =>
  `${bitcoinUri(address, amountSat)}&lightning=${bolt11.toUpperCase()}`;

/** Writes an amount in bitcoin without needless zeros: `0.00012`. */
export const exactBitcoin = (amountSat: Sat): string =>
  decimalText(amountSat, 8).replace(/\.?0{1,8}$/, '');
