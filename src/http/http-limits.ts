/** Bounds of the wire. What they keep out never reaches a use case. */
export const MAX_BODY_BYTES = 262_144;
/** Request line and headers together. */
export const MAX_HEADER_BYTES = 16_384;
/** One part of a path: the longest is an invoice with many route hints. */
export const MAX_PATH_PART_LENGTH = 8192;
/** Nothing that an honest client sends is deeper; text that is was sent to overflow a stack. */
export const MAX_JSON_DEPTH = 64;
export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;
/** For the headers, and for the whole request. The answer may take as long as a payment does. */
export const RECEIVE_HEADERS_MS = 15_000;
export const RECEIVE_REQUEST_MS = 30_000;
/** Longer than the idle time of usual proxies, so that they close first. */
export const KEEP_ALIVE_MS = 72_000;
export const HEALTH_PATIENCE_MS = 3000;
export const DEFAULT_PAGE_ITEMS = 25;
export const MAX_PAGE_ITEMS = 1000;
export const MAX_PAGE = 1_000_000;
