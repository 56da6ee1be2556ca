import type { AddressInvoice } from '../create-address-invoice.ts';

/**
 * Presents an invoice to a payer (LUD-06, second answer, with LUD-09 and LUD-21), as the original
 * service did. An address can be paid again and again, so wallets may keep its LNURL (LUD-11).
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
