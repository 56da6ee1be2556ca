import { accept, type Result, refuse } from '../../base/result.ts';
import { type NostrEvent, signEvent, toEvent } from '../../nostr/event.ts';
import { type Filter, matchesFilter, namesSomeone } from '../../nostr/filter.ts';
import { parseJson } from '../../nostr/parse-json.ts';
import type { RelayReason } from '../../nostr/relay-message.ts';
import { draftEmptyInfo, draftInfo } from '../../nwc/info-event.ts';
import type { LiveNwcKey } from '../../nwc/nwc-key-store.ts';
import { INFO_KIND, RESPONSE_KIND } from '../../nwc/wire-kinds.ts';
import type { RelayDeps } from './relay-deps.ts';

export interface OpenedSubscription {
  /** What is stored for it, newest first. */
  readonly stored: readonly NostrEvent[];
  /** Those that it asks about. */
  readonly keys: readonly LiveNwcKey[];
}

/** Whether someone may ask for this, and what there is by now. */
export async function openSubscription(
  deps: RelayDeps,
  filters: readonly Filter[],
): Promise<Result<OpenedSubscription, RelayReason>> {
  if (!filters.every(namesSomeone)) return refuse(NAMES_NO_ONE);
  const now = deps.clock.now();
  const named = [...new Set(filters.flatMap(namedKeys))];
  const keys = named.length === 0 ? [] : await deps.nwcKeys.findLiveKeys(named, now);
  const ours = new Set(keys.flatMap(({ key }) => [key.walletPubkey, key.clientPubkey]));
  if (!filters.every((filter) => isAboutUs(filter, ours))) return refuse(FOREIGN);
  const answers = await findAnswers(deps, filters);
  const stored = filters.flatMap((filter) => {
    const infos = asksFor(filter, INFO_KIND) ? renderInfos(deps, filter, keys, now) : [];
    const found = [...infos, ...answers.filter((answer) => isStoredFor(filter, answer))];
    const newest = found.toSorted((one, other) => other.created_at - one.created_at);
    return newest.slice(0, filter.limit ?? newest.length);
  });
  const unique = [...new Map(stored.map((event) => [event.id, event])).values()];
  return accept({ stored: unique, keys });
}

export const asksFor = ({ kinds }: Filter, kind: number): boolean => kinds?.has(kind) ?? true;

const namedKeys = ({ authors, tags }: Filter): readonly string[] => [
  ...(authors ?? []),
  ...(tags.get('p') ?? []),
];

/** The ids of events are known to those alone who have seen them. */
function isAboutUs(filter: Filter, ours: ReadonlySet<string>): boolean {
  const named = namedKeys(filter);
  return named.length === 0 ? filter.tags.has('e') : named.some((pubkey) => ours.has(pubkey));
}

/** An answer that was not asked for by its request's id would be shown at each start of an app. */
const isStoredFor = (filter: Filter, answer: NostrEvent): boolean =>
  filter.tags.has('e') && matchesFilter(filter, answer);

async function findAnswers(
  { nwcRequests, processId }: RelayDeps,
  filters: readonly Filter[],
): Promise<readonly NostrEvent[]> {
  const eventIds = filters.flatMap((filter) =>
    filter.limit !== 0 && asksFor(filter, RESPONSE_KIND) ? [...(filter.tags.get('e') ?? [])] : [],
  );
  if (eventIds.length === 0) return [];
  const query = { eventIds, deviceIds: [], notBy: processId, lookBackMs: 0 };
  return (await nwcRequests.findAnswers(query)).flatMap((text) => toEvent(parseJson(text)) ?? []);
}

/** Made anew for each, so that it is there at any time and says what holds right now. */
function renderInfos(
  { sides, schemes }: RelayDeps,
  filter: Filter,
  keys: readonly LiveNwcKey[],
  now: Date,
): readonly NostrEvent[] {
  if (filter.limit === 0) return [];
  const createdAt = Math.floor(now.getTime() / 1000);
  const asked = new Set(namedKeys(filter));
  return keys
    .filter(({ key }) => asked.has(key.walletPubkey) || asked.has(key.clientPubkey))
    .map(({ key, scopes }) => {
      const { privateKey, walletPubkey, clientPubkey } = sides(key);
      const draft =
        scopes === null
          ? draftEmptyInfo(clientPubkey, createdAt)
          : draftInfo({ clientPubkey, scopes, schemes, createdAt });
      return signEvent(draft, privateKey, walletPubkey);
    })
    .filter((event) => matchesFilter(filter, event));
}

const NAMES_NO_ONE: RelayReason = {
  word: 'restricted',
  text: 'each filter names an author, or an event or a key in a tag',
};
const FOREIGN: RelayReason = { word: 'restricted', text: 'this relay does not know that key' };
