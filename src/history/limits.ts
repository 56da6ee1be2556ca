/** Limits of lists and pictures. Limits that several features use are in base/. */

/** The greatest length of an answer that the kernel accepts whether or not its client reads. */
export const MAX_SHORT_LIST_LENGTH = 65_536;
/** The most long answers that a user may be reading at the same time, and the time for each. */
export const MAX_LONG_LISTS = 8;
export const TAKE_LIST_MS = 120_000;
/** The rate of QR pictures per IP address; a larger network may have up to half of all. */
export const ADDRESS_PICTURES = {
  name: 'pictures',
  rate: { burst: 30, perSec: 5, mostPerSec: 10 },
};
