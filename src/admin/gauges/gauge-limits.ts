/**
 * The interval between two samples of the installation's figures. The table in
 * migrations/0029-gauges.sql assumes the same interval.
 */
export const GAUGE_EVERY_SEC = 300;
export const KEEP_GAUGES_DAYS = 30;
/** The number of points of a chart. A phone cannot show more of them apart. */
export const GAUGE_POINTS = 180;
/**
 * The age from which a sample of the installation's figures no longer stands for the present state.
 */
export const STALE_GAUGE_MS = 3 * GAUGE_EVERY_SEC * 1000;
/** The time for which one reading of the overview is shown to all operators who look. */
export const KEEP_OVERVIEW_MS = 1000;
/**
 * The time for which one reading of the overview's chart is shown. Reading the chart is the most
 * expensive part of the overview, and the chart gets a new sample only every five minutes.
 */
export const KEEP_HISTORY_MS = 60_000;
