import type { AddressInvoice } from '../create-address-invoice.ts';

/**
 * Presents an invoice to a payer (second answer of LUD-06, with LUD-09 and LUD-21), in the form of
 * the hosted service whose API Satchel provides. An address can be paid any number of times, so
 * wallets may store its LNURL (LUD-11).
 */
export const presentCallback = (
  { bolt11, verifyId, pathName }: AddressInvoice,
  baseUrl: string,
): object => ({
  status: 'OK',
  pr: bolt11,
  routes: [],
  disposable: false,
  successAction: { tag: 'message', message: 'Thanks, sats received!' },
  verify: `${baseUrl}/lnurlp/${pathName}/verify/${verifyId}`,
});
