/** Bounds of notices. Those of their number stand in sql/functions/add_notice.sql. */

const DAY_MS = 86_400_000;

export const KEEP_NOTICES_MS = 90 * DAY_MS;

/** Within this time, a browser at an address is known. */
export const KEEP_SIGN_IN_PLACES_MS = 180 * DAY_MS;

/** People whose wallets one statement names for the job that looks for notices. */
export const NOTICES_LOOKED_AT_ONCE = 200;

/** The bell shows no higher number. */
export const MAX_SHOWN_UNREAD = 99;
