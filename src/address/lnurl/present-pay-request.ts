import { MAX_COMMENT_LENGTH } from '../../base/limits.ts';
import type { PayRequest } from '../describe-pay-request.ts';

/**
 * The data that payers may send about themselves (LUD-18), in the order to which clients of this
 * API are used.
 */
const PAYER_DATA = {
  email: { mandatory: false },
  name: { mandatory: false },
  pubkey: { mandatory: false },
};

/**
 * Presents how an address is paid (first answer of LUD-06, with LUD-12, LUD-18 and NIP-57). The
 * answer has no other fields, because strict clients refuse fields that they do not know. The
 * callback URL has no query, because some clients drop the query.
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
