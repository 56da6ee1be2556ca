import { MAX_COMMENT_LENGTH } from '../../base/limits.ts';
import type { PayRequest } from '../describe-pay-request.ts';

/** What payers may tell about themselves (LUD-18), in the order of the original service. */
const PAYER_DATA = {
  email: { mandatory: false },
  name: { mandatory: false },
  pubkey: { mandatory: false },
};

/**
 * Presents how an address is paid (LUD-06, first answer, with LUD-12, LUD-18 and NIP-57). Strict
 * clients refuse fields that they do not know, so there are no others. The callback has no query,
 * which some clients drop.
 */
export const presentPayRequest = (
  { pathName, minSat, maxSat, metadata, zapKeys }: PayRequest,
  baseUrl: string,
): object => ({
  status: 'OK',
  tag: 'payRequest',
  callback: `${baseUrl}/lnurlp/${pathName}/callback`,
  minSendable: Number(minSat * 1000n),
  maxSendable: Number(maxSat * 1000n),
  metadata,
  commentAllowed: MAX_COMMENT_LENGTH,
  payerData: PAYER_DATA,
  ...(zapKeys === null ? {} : { allowsNostr: true, nostrPubkey: zapKeys.receiptKey }),
});
