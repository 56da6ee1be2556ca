import type { Clock } from '../base/clock.ts';
import { MAX_ALIASES } from '../base/limits.ts';
import type { LightningNode } from '../lightning/node-port.ts';

/** Names of nodes, remembered for a while: the graph changes slowly and looking is not free. */
export interface AliasBook {
  /** Null when the graph has no such node, or the answer does not come soon. */
  aliasOf(pubkey: string): Promise<string | null>;
}

export interface AliasBookDeps {
  readonly node: Pick<LightningNode, 'nodeAlias'>;
  readonly clock: Clock;
}

const KEEP_MS = 3_600_000;
/** An unknown node may be announced any minute. */
const KEEP_UNKNOWN_MS = 60_000;
const PATIENCE_MS = 2000;

interface Entry {
  readonly alias: string | null;
  readonly untilMs: number;
}

export function createAliasBook({ node, clock }: AliasBookDeps): AliasBook {
  const entries = new Map<string, Entry>();

  const remember = (pubkey: string, alias: string | null): string | null => {
    const keepMs = alias === null ? KEEP_UNKNOWN_MS : KEEP_MS;
    if (entries.size >= MAX_ALIASES) entries.clear();
    entries.set(pubkey, { alias, untilMs: clock.monotonicMs() + keepMs });
    return alias;
  };

  const look = async (pubkey: string): Promise<string | null> => {
    try {
      return remember(pubkey, await node.nodeAlias(pubkey));
    } catch {
      // An alias is a comfort: a node that is away must not spoil the answer.
      return null;
    }
  };

  return {
    aliasOf: async (pubkey) => {
      const entry = entries.get(pubkey);
      if (entry !== undefined && entry.untilMs > clock.monotonicMs()) return entry.alias;
      return await withPatience(clock, look(pubkey));
    },
  };
}

async function withPatience(clock: Clock, looking: Promise<string | null>): Promise<string | null> {
  const enough = new AbortController();
  const patience = clock.sleep(PATIENCE_MS, enough.signal).then(() => null);
  try {
    return await Promise.race([looking, patience]);
  } finally {
    enough.abort();
  }
}
