/** How often the whole installation is looked at; migrations/0029-gauges.sql knows it too. */
export const GAUGE_EVERY_SEC = 300;
export const KEEP_GAUGES_DAYS = 30;
/** A chart has as many points as a phone shows apart. */
export const GAUGE_POINTS = 180;
/** An older sample does not say how things are. */
export const STALE_GAUGE_MS = 3 * GAUGE_EVERY_SEC * 1000;
/** One reading of the overview serves all who look at it within this time. */
export const KEEP_OVERVIEW_MS = 1000;
/** The chart costs most of it, and gets a sample every five minutes. */
export const KEEP_HISTORY_MS = 60_000;
