/** Limits of paying by LNURL and lightning addresses; see limits.ts for all others. */

/** Characters of a text to pay: a BOLT11 invoice within a BIP 21 address fits. */
export const MAX_PAY_TEXT_LENGTH = 10_000;
/** Words of a text to pay: each is looked at, as any may be the payment. */
export const MAX_PAY_WORDS = 1000;
/** All of one question to a payee's server: names, connections, redirects and the whole answer. */
export const LNURL_CALL_MS = 15_000;
export const LNURL_CONNECT_MS = 10_000;
/** Pictures in the metadata have up to 136,536 characters (LUD-06). */
export const MAX_LNURL_ANSWER_BYTES = 262_144;
export const MAX_LNURL_HEADER_BYTES = 16_384;
export const MAX_LNURL_REDIRECTS = 3;
/** Characters of the reason that a payee gives for a no. */
export const MAX_LNURL_REASON_LENGTH = 200;
/** Characters of what a payee says about what is paid (LUD-06, LUD-20). */
export const MAX_OFFER_TEXT_LENGTH = 1000;
/** Characters of a message that is shown after the payment (LUD-09). */
export const MAX_SUCCESS_TEXT_LENGTH = 144;
/** Length of an encrypted message, in base64 (LUD-10). */
export const MAX_CIPHERTEXT_LENGTH = 4096;
/** Length of the secret of a withdraw link (LUD-03). */
export const MAX_WITHDRAW_SECRET_LENGTH = 1000;
/** An order of the operator for which no invoice is known by then is given up. */
export const PAY_ORDER_LIFE_SEC = 60;
/** An order that is unpaid by then is never paid, however late its job is tried again. */
export const PAY_ORDER_DEADLINE_SEC = 600;
/** Orders and drafts are removed this long after they were made. */
export const KEEP_SENDS_MS = 30 * 24 * 3_600_000;
/** What people pay on pages without proving who they are adds up for this long. */
export const UNPROVED_MS = 24 * 3_600_000;
/** A withdraw link waits this long for its user to choose an amount. */
export const WITHDRAW_DRAFT_LIFE_MS = 24 * 3_600_000;
/** What people are about to send waits this long for their payment. */
export const SEND_DRAFT_LIFE_MS = 30 * 60_000;
/** Per user, without those that were paid. */
export const MAX_SEND_DRAFTS = 20;
/** Per user, without those whose invoice was given to the other side. */
export const MAX_WITHDRAW_DRAFTS = 20;
/** Per user: questions to servers of payees at the same time. */
export const MAX_SEND_LOOK_UPS = 4;

/** A page waits this long for a payment before it shows that it is on its way. */
export const PAGE_PAYMENT_WAIT_SEC = 3;
