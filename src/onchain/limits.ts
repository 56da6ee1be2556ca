/** Limits of this feature. Those that several features use stand in base/. */

export const MAX_PAGE_ITEMS = 1000;
export const MAX_PAGE = 100_000;
