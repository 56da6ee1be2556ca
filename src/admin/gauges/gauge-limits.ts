/**
 * The interval between samples of the whole installation; migrations/0029-gauges.sql knows it too.
 */
export const GAUGE_EVERY_SEC = 300;
export const KEEP_GAUGES_DAYS = 30;
/** The number of points of a chart, as many as a phone shows apart. */
export const GAUGE_POINTS = 180;
/** The age from which a sample does not tell the present state. */
export const STALE_GAUGE_MS = 3 * GAUGE_EVERY_SEC * 1000;
/** The time for which one reading of the overview is shown to everyone who looks. */
export const KEEP_OVERVIEW_MS = 1000;
/**
 * The time for which one reading of the chart is shown. It is the most expensive part of the
 * overview, and gets a new sample every five minutes.
 */
export const KEEP_HISTORY_MS = 60_000;
