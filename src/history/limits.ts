/** Limits of lists and QR pictures. Limits that several features use are in base/. */

/**
 * The greatest length of a list that is answered in one go: the kernel takes that much even if the
 * client does not read. Longer ones are sent in parts.
 */
export const MAX_SHORT_LIST_LENGTH = 65_536;
/**
 * The most long lists that may be on their way to one user at the same time. TAKE_LIST_MS is the
 * longest time that sending one may take.
 */
export const MAX_LONG_LISTS = 8;
export const TAKE_LIST_MS = 120_000;
/**
 * The rate limit of QR pictures per IP address. A larger network may have more, but at most half of
 * what all callers together may have.
 */
export const ADDRESS_PICTURES = {
  name: 'pictures',
  rate: { burst: 30, perSec: 5, mostPerSec: 10 },
};
