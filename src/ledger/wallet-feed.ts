import { type RunPeriodicallyDeps, runPeriodically } from '../background/run-periodically.ts';
import { createNotifier, type Notifier } from '../base/notifier.ts';
import {
  FEED_ALL_MS,
  FEED_BACK_MS,
  FEED_FAR_BACK_MS,
  FEED_FAR_MS,
  MAX_FEED_ASKED,
  MAX_FEED_UNHEARD,
} from './limits.ts';

/** Users whose wallets have changed, each with the number of the newest record seen; 0 for none. */
export type ChangedWallets = ReadonlyMap<string, bigint>;

/** Port: wallets in which something has settled or failed lately, by the database's clock. */
export interface ChangedWalletStore {
  /**
   * Finds wallets that changed within the given time, and those of the users `asked`, changed or
   * not.
   */
  findChanged(withinMs: number, asked: readonly string[]): Promise<readonly ChangedWallet[]>;
}

export interface ChangedWallet {
  readonly userId: string;
  readonly recordSeq: bigint;
  /** A mark of the wallet's state, which is different after each change. */
  readonly mark: string;
}

export interface WalletListener {
  /** What the log calls the work of this listener. */
  readonly name: string;
  /** The pause between two calls of `hear`. */
  readonly everyMs: number;
  /**
   * Called with changed wallets, or with null when any may have changed: at the beginning, after a
   * gap, and now and then. Changes during the call come with the next one. After an error, the same
   * is told again.
   */
  hear(changed: ChangedWallets | null): Promise<void>;
}

/**
 * Tells listeners of this process whose wallets have changed, by one look for all listeners. What
 * it tells may get lost or come twice: listeners know by numbers of their own how far they are.
 */
export interface WalletFeed {
  /** Calls a listener until the signal. Nothing is looked for while no one listens. */
  listen(listener: WalletListener, signal: AbortSignal): Promise<void>;
  /** Lets the next look tell of the given users too, whether their wallets changed or not. */
  ask(userIds: Iterable<string>): void;
}

export interface WalletFeedDeps extends RunPeriodicallyDeps {
  readonly changedWallets: ChangedWalletStore;
}

/** Changes that one listener has not been told yet. */
interface Inbox {
  readonly everyMs: number;
  readonly notifier: Notifier;
  unheard: Map<string, bigint> | null;
}

export function createWalletFeed(deps: WalletFeedDeps): WalletFeed {
  const { clock, log } = deps;
  const inboxes = new Set<Inbox>();
  const asked = new Set<string>();
  let rest = new AbortController();
  let isLooking = false;

  const lookWhileHeard = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    const look = createLook(deps, asked, (changed) => {
      for (const inbox of inboxes) putIn(inbox, changed);
    });
    let hasFailed = false;
    while (inboxes.size > 0) {
      try {
        await look();
        hasFailed = false;
      } catch (error) {
        // A look that failed is logged once. Until one succeeds again, listeners are told nothing.
        if (!hasFailed) log.warn({ error }, 'changed wallets could not be looked for');
        hasFailed = true;
      }
      rest = new AbortController();
      const everyMs = Math.min(...[...inboxes].map((inbox) => inbox.everyMs));
      if (inboxes.size > 0) await clock.sleep(everyMs, rest.signal);
    }
    isLooking = false;
  };
  return {
    listen: async ({ name, everyMs, hear }, signal) => {
      const inbox: Inbox = { everyMs, notifier: createNotifier(), unheard: new Map() };
      putIn(inbox, null);
      inboxes.add(inbox);
      // The new listener may want to be called more often, so the present pause ends.
      rest.abort();
      void lookWhileHeard();
      await runPeriodically(deps, { name, everyMs }, signal, async () => {
        await inbox.notifier.wait(clock, FEED_ALL_MS, signal);
        const { unheard } = inbox;
        if (signal.aborted || unheard?.size === 0) return;
        inbox.unheard = new Map();
        try {
          await hear(unheard);
        } catch (error) {
          putIn(inbox, unheard);
          throw error;
        }
      });
      inboxes.delete(inbox);
      if (inboxes.size === 0) rest.abort();
    },
    ask: (userIds) => {
      for (const userId of userIds) asked.add(userId);
    },
  };
}

/**
 * Adds changes to those that a listener is not told yet. A listener that is far behind is told to
 * look at all wallets instead.
 */
function putIn(inbox: Inbox, changed: ChangedWallets | null): void {
  if (changed?.size === 0) return;
  const { unheard } = inbox;
  if (changed === null || unheard === null) inbox.unheard = null;
  else {
    for (const [userId, seq] of changed) {
      if (seq >= (unheard.get(userId) ?? 0n)) unheard.set(userId, seq);
    }
    if (unheard.size > MAX_FEED_UNHEARD) inbox.unheard = null;
  }
  inbox.notifier.notify();
}

/**
 * Makes the function that looks for changed wallets. A look reaches back to the last one and some
 * seconds further, for what was not committed then; some looks reach back further still, for
 * commits that take long.
 */
function createLook(
  { changedWallets, clock }: WalletFeedDeps,
  asked: Set<string>,
  tell: (changed: ChangedWallets | null) => void,
): () => Promise<void> {
  let lookedAtMs = clock.monotonicMs();
  let lookedFarAtMs = lookedAtMs;
  let toldAllAtMs = lookedAtMs;
  const marks = new Map<string, string>();
  return async () => {
    const nowMs = clock.monotonicMs();
    const gapMs = nowMs - lookedAtMs;
    const isFar = nowMs - lookedFarAtMs >= FEED_FAR_MS;
    const isAll = gapMs > FEED_FAR_BACK_MS || nowMs - toldAllAtMs >= FEED_ALL_MS;
    const backMs = isFar ? FEED_FAR_BACK_MS : FEED_BACK_MS;
    const asking = [...asked].slice(0, MAX_FEED_ASKED);
    const withinMs = Math.ceil(Math.min(gapMs, FEED_FAR_BACK_MS) + backMs);
    const found = await changedWallets.findChanged(withinMs, asking);
    const isAsked = new Set(asking);
    const isNews = ({ userId, mark }: ChangedWallet): boolean =>
      isAsked.has(userId) || marks.get(userId) !== mark;
    tell(new Map(found.filter(isNews).map(({ userId, recordSeq }) => [userId, recordSeq])));
    if (isAll) tell(null);
    for (const userId of asking) asked.delete(userId);
    // What a far look found is remembered until the next far look, which finds most of it again.
    if (isFar) marks.clear();
    for (const { userId, mark } of found) marks.set(userId, mark);
    lookedAtMs = nowMs;
    if (isFar) lookedFarAtMs = nowMs;
    if (isAll) toldAllAtMs = nowMs;
  };
}
