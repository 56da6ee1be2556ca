import type { Sat } from '../base/amount.ts';
import { decimalText } from '../base/decimal-text.ts';

/** BIP 321. */
export const bitcoinUri = (address: string): string => `bitcoin:${address}`;

/** For one QR code: wallets that know Lightning pay the invoice, and all others the address. */
export const uriForBoth = (address: string, amountSat: Sat, bolt11: string): string =>
  `${bitcoinUri(address)}?amount=${exactBitcoin(amountSat)}&lightning=${bolt11.toUpperCase()}`;

/** The address alone, in capitals where it may be, for the compact mode of QR codes. */
export const addressQrText = (address: string): string =>
  /^(?:bc|tb|bcrt)1[0-9a-z]+$/.test(address)
    ? bitcoinUri(address).toUpperCase()
    : bitcoinUri(address);

/** An amount in bitcoin without needless zeros: `0.00012`. */
export const exactBitcoin = (amountSat: Sat): string =>
  decimalText(amountSat, 8).replace(/\.?0+$/, '');
