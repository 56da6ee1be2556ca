import type { Clock } from '../base/clock.ts';
import { HOUR_MS } from '../base/durations.ts';
import { createSemaphore } from '../base/semaphore.ts';
import { cleanText } from '../base/text.ts';
import type { LightningNode } from '../lightning/node-port.ts';
import { ALIAS_LOOKUPS, MAX_ALIAS_LOOKUPS, MAX_ALIASES, MAX_WAITING_ALIASES } from './limits.ts';

/**
 * Caches the aliases of nodes, which change rarely and each take a call to the node to look up.
 * Anyone can cause look-ups by having invoices decoded, so only a few run at a time, a limited
 * number waits, and slow ones are given up.
 */
export interface AliasCache {
  /**
   * Finds the alias of a node. Null when the network graph has none, or when the answer takes too
   * long.
   */
  aliasOf(pubkey: string): Promise<string | null>;
}

export interface AliasCacheDeps {
  readonly node: Pick<LightningNode, 'nodeAlias'>;
  readonly clock: Clock;
}

const KEEP_MS = HOUR_MS;
/**
 * The time for which a node without a known alias is not looked up again. It is short, as the node
 * may announce an alias at any time.
 */
const KEEP_UNKNOWN_MS = 60_000;
/** The time for which an alias is not looked up again after a look-up that took too long. */
const KEEP_GIVEN_UP_MS = 10_000;
const TIMEOUT_MS = 2000;

interface Entry {
  readonly alias: string | null;
  readonly untilMs: number;
}

export function createAliasCache({ node, clock }: AliasCacheDeps): AliasCache {
  const entries = new Map<string, Entry>();
  const underWay = new Map<string, Promise<string | null>>();
  const slots = createSemaphore(MAX_ALIAS_LOOKUPS);

  const remember = (pubkey: string, alias: string | null, keepMs: number): void => {
    // A map keeps insertion order: the first entry is the oldest.
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size >= MAX_ALIASES) entries.delete(oldest);
    entries.delete(pubkey);
    const shown = alias === null ? null : cleanText(alias, alias.length);
    entries.set(pubkey, { alias: shown, untilMs: clock.monotonicMs() + keepMs });
  };

  /** The time until which the look-ups made so far use up the allowed rate. */
  let busyUntilMs = 0;
  const mayLook = (): boolean => {
    const nowMs = clock.monotonicMs();
    const { burst, everyMs } = ALIAS_LOOKUPS;
    const nextMs = Math.max(busyUntilMs, nowMs) + everyMs;
    if (nextMs > nowMs + burst * everyMs) return false;
    busyUntilMs = nextMs;
    return true;
  };

  const ask = async (pubkey: string, untilMs: number, signal: AbortSignal): Promise<void> => {
    // The look-up has waited so long for its turn that its callers have already given up.
    if (clock.monotonicMs() >= untilMs) return;
    try {
      const alias = await node.nodeAlias(pubkey, signal);
      remember(pubkey, alias, alias === null ? KEEP_UNKNOWN_MS : KEEP_MS);
    } catch {
      // The alias is only an addition to the answer of the call, so a node that is away must not
      // make that call fail.
    }
  };

  /** Looks an alias up, and gives up after a time, even while the look-up waits for its turn. */
  const look = async (pubkey: string): Promise<string | null> => {
    const answered = new AbortController();
    const givenUp = new AbortController();
    const timeout = clock.sleep(TIMEOUT_MS, answered.signal).then(() => {
      if (answered.signal.aborted) return;
      remember(pubkey, null, KEEP_GIVEN_UP_MS);
      givenUp.abort();
    });
    const untilMs = clock.monotonicMs() + TIMEOUT_MS;
    const asking = slots.run(() => Promise.race([ask(pubkey, untilMs, givenUp.signal), timeout]));
    await Promise.race([asking, timeout]);
    answered.abort();
    return entries.get(pubkey)?.alias ?? null;
  };

  return {
    aliasOf: async (pubkey) => {
      const entry = entries.get(pubkey);
      if (entry !== undefined && entry.untilMs > clock.monotonicMs()) return entry.alias;
      const looking = underWay.get(pubkey);
      if (looking !== undefined) return await looking;
      if (slots.waiting() >= MAX_WAITING_ALIASES || !mayLook()) return null;
      const mine = look(pubkey).finally(() => underWay.delete(pubkey));
      underWay.set(pubkey, mine);
      return await mine;
    },
  };
}
