/** Pages that show changes without a reload keep a stream open (server-sent events). */
export const MAX_LIVE_STREAMS_OF_USER = 8;
/** Streams of one process, which holds some kilobytes for each. */
export const MAX_LIVE_STREAMS = 5000;
/** One statement looks for all streams of a process. */
export const LIVE_LOOK_MS = 1000;
/** Settlements of this process make it look at once, but not more often than this. */
export const MIN_LIVE_LOOK_MS = 100;
/** Proxies cut connections that are silent for long. */
export const LIVE_HEARTBEAT_MS = 20_000;
/** Browsers come back by themselves, so that streams spread over processes anew. */
export const LIVE_STREAM_MS = 15 * 60_000;
/** A browser that reads nothing for so long is cut off. */
export const LIVE_SILENCE_MS = 10_000;
/** Browsers wait a time between these before they come back, so that not all come at once. */
export const LIVE_RETRY_MS = { min: 1000, max: 5000 } as const;
/** A page that only says whether the node answers waits no longer than this. */
export const PAGE_NODE_PATIENCE_MS = 800;
