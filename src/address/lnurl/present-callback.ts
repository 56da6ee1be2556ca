import type { AddressInvoice } from '../create-address-invoice.ts';

/** The second answer of LUD-06, with LUD-09 and LUD-21, as the original service gave it. */
export const presentCallback = (
  { bolt11, verifyId, pathName }: AddressInvoice,
  baseUrl: string,
): object => ({
  status: 'OK',
  pr: bolt11,
  routes: [],
  successAction: { tag: 'message', message: 'Thanks, sats received!' },
  verify: `${baseUrl}/lnurlp/${pathName}/verify/${verifyId}`,
});
