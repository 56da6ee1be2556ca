/** Limits of lightning addresses; see limits.ts for all others. */

/** Characters of a comment to a payment (LUD-12). */
export const MAX_COMMENT_LENGTH = 255;
/** Bytes of a zap request (NIP-57), as JSON text. */
export const MAX_ZAP_REQUEST_BYTES = 6144;
