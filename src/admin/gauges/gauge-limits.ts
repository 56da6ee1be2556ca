/**
 * The interval between samples of the whole installation; migrations/0029-gauges.sql knows it too.
 */
export const GAUGE_EVERY_SEC = 300;
export const KEEP_GAUGES_DAYS = 30;
/** The number of points of a chart, as many as a phone shows apart. */
export const GAUGE_POINTS = 180;
/** An older sample does not tell the present state. */
export const STALE_GAUGE_MS = 3 * GAUGE_EVERY_SEC * 1000;
/** The time for which one reading of the overview serves everyone who looks. */
export const KEEP_OVERVIEW_MS = 1000;
/**
 * The time for which a reading of the chart serves: it costs most of the overview, and gets a
 * sample every five minutes.
 */
export const KEEP_HISTORY_MS = 60_000;
