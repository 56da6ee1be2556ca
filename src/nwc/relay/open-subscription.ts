import type { LiveNwcKey } from '../../apps/nwc-keys/nwc-key-store.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { unixSeconds } from '../../base/wire-time.ts';
import { type NostrEvent, signEvent, toEvent } from '../../nostr/event.ts';
import { type Filter, matchesFilter, namesSomeone } from '../../nostr/filter.ts';
import { parseJsonOrNull } from '../../nostr/parse-json.ts';
import type { RelayReason } from '../../nostr/relay-message.ts';
import { draftEmptyInfo, draftInfo } from '../info-event.ts';
import { INFO_KIND, RESPONSE_KIND } from '../wire-kinds.ts';
import type { RelayDeps } from './relay-deps.ts';

export interface OpenedSubscription {
  /** The stored events that the subscription asks for, newest first. */
  readonly stored: readonly NostrEvent[];
  /** Devices whose keys the subscription names. */
  readonly deviceIds: readonly string[];
  /**
   * The keys that the subscription names, with their present permissions; empty when it asks for
   * answers only.
   */
  readonly live: readonly LiveNwcKey[];
}

/**
 * Checks whether a client may subscribe with the given filters, and finds the stored events that
 * match.
 */
export async function openSubscription(
  deps: RelayDeps,
  filters: readonly Filter[],
): Promise<Result<OpenedSubscription, RelayReason>> {
  if (!filters.every(namesSomeone)) return refuse(NAMES_NO_ONE);
  const now = deps.clock.now();
  const named = [...new Set(filters.flatMap(namedKeys))];
  const remembered = named.map((pubkey) => deps.nwcKeys.recall(pubkey));
  // Permissions are read only if needed: most subscriptions wait for one answer, with a key that
  // was used a moment ago.
  const needsLive = remembered.includes(null) || filters.some(asksForMoreThanAnswers);
  const live = needsLive && named.length > 0 ? await deps.nwcKeys.findLiveKeys(named, now) : [];
  const keys = needsLive ? live.map(({ key }) => key) : remembered.filter((key) => key !== null);
  const ours = new Set(
    keys.flatMap(({ walletPubkey, clientPubkey }) => [walletPubkey, clientPubkey]),
  );
  if (!filters.every((filter) => isAboutUs(filter, ours))) return refuse(FOREIGN);
  const answers = await findAnswers(deps, filters);
  const infos = infosOf(deps, live, now);
  const stored = filters.flatMap((filter) => {
    const found = [...infos(filter), ...answers.filter((answer) => isStoredFor(filter, answer))];
    const newest = found.toSorted((one, other) => other.created_at - one.created_at);
    return newest.slice(0, filter.limit ?? newest.length);
  });
  const unique = [...new Map(stored.map((event) => [event.id, event])).values()];
  const deviceIds = [...new Set(keys.map(({ deviceId }) => deviceId))];
  return accept({ stored: unique, deviceIds, live });
}

const asksForMoreThanAnswers = ({ kinds }: Filter): boolean =>
  kinds === null || [...kinds].some((kind) => kind !== RESPONSE_KIND);

export const asksFor = ({ kinds }: Filter, kind: number): boolean => kinds?.has(kind) ?? true;

const namedKeys = ({ authors, tags }: Filter): readonly string[] => [
  ...(authors ?? []),
  ...(tags.get('p') ?? []),
];

/**
 * Whether a filter is about keys of this service. A filter by event ids alone passes too, because
 * only someone who has seen an event knows its id.
 */
function isAboutUs(filter: Filter, ours: ReadonlySet<string>): boolean {
  const named = namedKeys(filter);
  return named.length === 0 ? filter.tags.has('e') : named.some((pubkey) => ours.has(pubkey));
}

/**
 * Whether a stored answer is sent to a new subscription: only if the filter names its request.
 * Otherwise an app would get its old answers at each start.
 */
const isStoredFor = (filter: Filter, answer: NostrEvent): boolean =>
  filter.tags.has('e') && matchesFilter(filter, answer);

async function findAnswers(
  { nwcRequests }: RelayDeps,
  filters: readonly Filter[],
): Promise<readonly NostrEvent[]> {
  const eventIds = filters.flatMap((filter) =>
    filter.limit !== 0 && asksFor(filter, RESPONSE_KIND) ? [...(filter.tags.get('e') ?? [])] : [],
  );
  const texts = await Promise.all(eventIds.map((eventId) => nwcRequests.findAnswer(eventId)));
  return texts.flatMap((text) => (text === null ? [] : (toEvent(parseJsonOrNull(text)) ?? [])));
}

/**
 * Makes info events when a subscription asks for them, so that none is missing and all state the
 * present permissions. Each is sent once, however many filters of the subscription match it.
 */
function infosOf({ walletKeys, schemes }: RelayDeps, live: readonly LiveNwcKey[], now: Date) {
  const createdAt = unixSeconds(now);
  const made = new Map<LiveNwcKey, NostrEvent>();
  const make = ({ key, scopes }: LiveNwcKey): NostrEvent => {
    const { privateKey, walletPubkey, clientPubkey } = walletKeys(key);
    const draft =
      scopes === null
        ? draftEmptyInfo(clientPubkey, createdAt)
        : draftInfo({ clientPubkey, scopes, schemes, createdAt });
    return signEvent(draft, privateKey, walletPubkey);
  };
  return (filter: Filter): readonly NostrEvent[] => {
    if (filter.limit === 0 || !asksFor(filter, INFO_KIND)) return [];
    const asked = new Set(namedKeys(filter));
    const wanted = live.filter(
      ({ key }) => asked.has(key.walletPubkey) || asked.has(key.clientPubkey),
    );
    for (const one of wanted) if (!made.has(one)) made.set(one, make(one));
    return wanted
      .flatMap((one) => made.get(one) ?? [])
      .filter((info) => matchesFilter(filter, info));
  };
}

const NAMES_NO_ONE: RelayReason = {
  word: 'restricted',
  text: 'each filter names an author, or an event or a key in a tag',
};
const FOREIGN: RelayReason = { word: 'restricted', text: 'this relay does not know that key' };
