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

/**
 * Users whose wallets have changed, each with the number of their newest record; 0 for a user
 * without records.
 */
export type ChangedWallets = ReadonlyMap<string, bigint>;

/**
 * Port: wallets in which a payment or invoice has settled or failed lately, by the database's
 * clock.
 */
export interface ChangedWalletStore {
  /**
   * Finds wallets that changed within the last `withinMs`, and the wallets of the users `asked`,
   * even if they have not changed.
   */
  findChanged(withinMs: number, asked: readonly string[]): Promise<readonly ChangedWallet[]>;
}

export interface ChangedWallet {
  readonly userId: string;
  readonly recordSeq: bigint;
  /**
   * A text that differs after each change of the wallet, by which a change that was told already is
   * recognised.
   */
  readonly mark: string;
}

export interface WalletListener {
  /** The name of this listener in the log. */
  readonly name: string;
  /** The pause between two calls of `hear`. */
  readonly everyMs: number;
  /**
   * Called with changed wallets, or with null when any wallet may have changed: at the beginning,
   * after a gap, and every few minutes. Changes during the call come with the next call. If the
   * call throws, the next one has the same changes again.
   */
  hear(changed: ChangedWallets | null): Promise<void>;
}

/**
 * Tells listeners of this process whose wallets have changed; one search of the database serves all
 * listeners. A change may be lost or told twice, so each listener remembers by record numbers how
 * far it has come.
 */
export interface WalletFeed {
  /**
   * Calls a listener until the signal aborts. While no one listens, the database is not searched.
   */
  listen(listener: WalletListener, signal: AbortSignal): Promise<void>;
  /** Makes the next search tell about the given users too, whether or not their wallets changed. */
  ask(userIds: Iterable<string>): void;
}

export interface WalletFeedDeps extends RunPeriodicallyDeps {
  readonly changedWallets: ChangedWalletStore;
}

/** Changes that wait for one listener. */
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
        // When a search fails, this is logged once. Listeners are told nothing until a search
        // succeeds.
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
      // The pause before the next search ends now, as the new listener may want shorter pauses.
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
 * Adds changes to those that wait for a listener. A listener with too many waiting changes is told
 * to check all wallets instead.
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
 * Makes the function that searches for changed wallets. Each search reaches back a few seconds
 * further than the last one, as a commit may become visible late. Now and then a search reaches
 * back further still, for commits that took very long.
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
    // What a far-reaching search found is remembered until the next one, which finds most of it
    // again, so that no change is told twice.
    if (isFar) marks.clear();
    for (const { userId, mark } of found) marks.set(userId, mark);
    lookedAtMs = nowMs;
    if (isFar) lookedFarAtMs = nowMs;
    if (isAll) toldAllAtMs = nowMs;
  };
}
