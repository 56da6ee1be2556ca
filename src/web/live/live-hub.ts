import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Notifier } from '../../base/notifier.ts';
import {
  LIVE_HEARTBEAT_MS,
  LIVE_LOOK_MS,
  LIVE_SILENCE_MS,
  LIVE_STREAM_MS,
  MAX_LIVE_STREAMS,
  MAX_LIVE_STREAMS_OF_USER,
  MIN_LIVE_LOOK_MS,
} from '../limits.ts';
import type { LiveStore, Watched } from './live-store.ts';

/**
 * Tells browsers that something has changed in their wallets. One query a second looks for changes
 * for all live streams of a process.
 */
export interface LiveHub {
  /**
   * Reads the mark of a wallet (a text that changes with the wallet) when a page about it is made.
   */
  readMark(watched: Watched): Promise<string | null>;
  /** Opens a live stream, which ends after some time; null when there are too many. */
  open(opening: Opening): OpenStream | null;
  count(): number;
  /** Ends all live streams, and refuses new ones from then on. */
  close(): void;
}

export interface Opening {
  readonly watched: Watched;
  /**
   * The mark of the wallet when the page that the browser shows was made. If the wallet has another
   * mark by now, the browser is told at once.
   */
  readonly seenMark: string;
  readonly output: Output;
}

/** The connection over which one browser is sent events. */
export interface Output {
  /** Writes to the browser; false while it reads slower than we write. */
  write(text: string): boolean;
  end(): void;
  /** Ends the stream without waiting for what its browser has not read. */
  cut(): void;
}

export interface OpenStream {
  /** Ends a stream whose browser is gone. */
  close(): void;
}

export interface LiveHubDeps {
  readonly live: LiveStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Wakes the loop that looks for changes when this process has settled something. */
  readonly notifier: Notifier;
}

interface Stream extends Opening {
  mark: string;
  readonly openedMs: number;
  wroteMs: number;
  /** Since when the browser has not read its stream; null while it reads. */
  stuckSinceMs: number | null;
}

export function createLiveHub(deps: LiveHubDeps): LiveHub {
  const streams = createStreams();
  const stop = new AbortController();
  let isLooking = false;

  const pollWhileOpen = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    while (streams.all.size > 0 && !stop.signal.aborted) {
      await look(deps, streams);
      await deps.clock.sleep(MIN_LIVE_LOOK_MS, stop.signal);
      await deps.notifier.wait(deps.clock, LIVE_LOOK_MS - MIN_LIVE_LOOK_MS, stop.signal);
    }
    isLooking = false;
  };

  return {
    readMark: async (watched) =>
      (await deps.live.readMarks([watched], deps.clock.now()))[0] ?? null,
    open: (opening) => {
      if (stop.signal.aborted || streams.hasNoRoomFor(opening.watched.userId)) return null;
      const nowMs = deps.clock.monotonicMs();
      const stream: Stream = {
        ...opening,
        mark: opening.seenMark,
        openedMs: nowMs,
        wroteMs: nowMs,
        stuckSinceMs: null,
      };
      streams.add(stream);
      void pollWhileOpen();
      return { close: () => streams.remove(stream) };
    },
    count: () => streams.all.size,
    close: () => {
      stop.abort();
      for (const stream of streams.all) endStream(streams, stream);
    },
  };
}

interface Streams {
  readonly all: ReadonlySet<Stream>;
  hasNoRoomFor(userId: string): boolean;
  add(stream: Stream): void;
  remove(stream: Stream): void;
}

function createStreams(): Streams {
  const all = new Set<Stream>();
  const countByUser = new Map<string, number>();
  const countOf = (userId: string): number => countByUser.get(userId) ?? 0;
  return {
    all,
    hasNoRoomFor: (userId) =>
      all.size >= MAX_LIVE_STREAMS || countOf(userId) >= MAX_LIVE_STREAMS_OF_USER,
    add: (stream) => {
      const { userId } = stream.watched;
      all.add(stream);
      countByUser.set(userId, countOf(userId) + 1);
    },
    remove: (stream) => {
      if (!all.delete(stream)) return;
      const { userId } = stream.watched;
      const left = countOf(userId) - 1;
      if (left > 0) countByUser.set(userId, left);
      else countByUser.delete(userId);
    },
  };
}

/**
 * Looks for changes. If the database is away, browsers keep what they show, and the next look asks
 * again.
 */
async function look({ live, clock, log }: LiveHubDeps, streams: Streams): Promise<void> {
  const asked = [...streams.all];
  try {
    const marks = await live.readMarks(
      asked.map(({ watched }) => watched),
      clock.now(),
    );
    for (const [place, stream] of asked.entries())
      tell(streams, stream, marks[place] ?? null, clock);
  } catch (error) {
    log.debug({ error }, 'wallets could not be looked at');
  }
  for (const stream of asked) keepAlive(streams, stream, clock);
}

function tell(streams: Streams, stream: Stream, mark: string | null, clock: Clock): void {
  if (mark === null) {
    endStream(streams, stream);
    return;
  }
  if (mark === stream.mark) return;
  stream.mark = mark;
  write(stream, changeEvent(mark), clock);
}

/** Writes an event without any content but an id: the browser then loads the page again. */
const changeEvent = (mark: string): string => `id: ${mark}\nevent: change\ndata:\n\n`;
const HEARTBEAT = ':\n\n';

function keepAlive(streams: Streams, stream: Stream, clock: Clock): void {
  const nowMs = clock.monotonicMs();
  if (stream.stuckSinceMs !== null && nowMs - stream.stuckSinceMs >= LIVE_SILENCE_MS) {
    streams.remove(stream);
    stream.output.cut();
    return;
  }
  if (nowMs - stream.openedMs >= LIVE_STREAM_MS) {
    endStream(streams, stream);
    return;
  }
  if (nowMs - stream.wroteMs >= LIVE_HEARTBEAT_MS) write(stream, HEARTBEAT, clock);
}

function write(stream: Stream, text: string, clock: Clock): void {
  const nowMs = clock.monotonicMs();
  stream.wroteMs = nowMs;
  const isRead = stream.output.write(text);
  stream.stuckSinceMs = isRead ? null : (stream.stuckSinceMs ?? nowMs);
}

function endStream(streams: Streams, stream: Stream): void {
  streams.remove(stream);
  stream.output.end();
}
