import { accept, type Result, refuse } from '../base/result.ts';
import { isHex, isInteger, isText, type NostrEvent } from './event.ts';
import { MAX_FILTER_VALUES } from './limits.ts';

/** What a client of a relay wants to see (NIP-01, From client to relay). Null: anything. */
export interface Filter {
  readonly ids: ReadonlySet<string> | null;
  readonly authors: ReadonlySet<string> | null;
  readonly kinds: ReadonlySet<number> | null;
  /** Letter of a tag → its first values; one of them must be there. */
  readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
  /** Seconds since 1970, inclusive. */
  readonly since: number | null;
  readonly until: number | null;
  /** How many stored events are wanted, newest first; 0 for those alone that are yet to come. */
  readonly limit: number | null;
}

export type FilterProblem =
  /** A field that is not of its form, or a longer list than we read. */
  | 'invalid'
  /** A field that we do not know, such as `search` (NIP-50): leaving it out would show too much. */
  | 'unsupported';

/** A parsed JSON value as a filter. A field that is null counts as left out. */
export function readFilter(value: unknown): Result<Filter, FilterProblem> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refuse('invalid');
  const draft: FilterDraft = { ...EVERYTHING, tags: new Map() };
  for (const [name, field] of Object.entries(value)) {
    if (field === null) continue;
    const problem = readField(draft, name, field);
    if (problem !== null) return refuse(problem);
  }
  return accept(draft);
}

interface FilterDraft extends Filter {
  ids: Filter['ids'];
  authors: Filter['authors'];
  kinds: Filter['kinds'];
  tags: Map<string, ReadonlySet<string>>;
  since: Filter['since'];
  until: Filter['until'];
  limit: Filter['limit'];
}

const EVERYTHING = {
  ids: null,
  authors: null,
  kinds: null,
  since: null,
  until: null,
  limit: null,
} as const;

function readField(draft: FilterDraft, name: string, field: unknown): FilterProblem | null {
  switch (name) {
    case 'ids':
    case 'authors':
      draft[name] = readSet(field, isKey);
      return draft[name] === null ? 'invalid' : null;
    case 'kinds':
      draft.kinds = readSet(field, isInteger);
      return draft.kinds === null ? 'invalid' : null;
    case 'since':
    case 'until':
    case 'limit':
      draft[name] = isInteger(field) ? field : null;
      return draft[name] === null ? 'invalid' : null;
    default:
      return readTag(draft, name, field);
  }
}

function readTag(draft: FilterDraft, name: string, field: unknown): FilterProblem | null {
  if (!/^#[a-zA-Z]$/.test(name)) return 'unsupported';
  const letter = name.slice(1);
  // NIP-01: exact, 64 hex digits in lower case.
  const values = readSet(field, letter === 'e' || letter === 'p' ? isKey : isText);
  if (values === null) return 'invalid';
  draft.tags.set(letter, values);
  return null;
}

function readSet<T>(field: unknown, isRight: (one: unknown) => one is T): ReadonlySet<T> | null {
  if (!Array.isArray(field) || field.length > MAX_FILTER_VALUES) return null;
  return field.every(isRight) ? new Set(field) : null;
}

/** How much a filter names. */
export function countValues({ ids, authors, kinds, tags }: Filter): number {
  const lists = [ids, authors, kinds, ...tags.values()];
  return lists.reduce((count, list) => count + (list?.size ?? 0), 0);
}

const isKey = (value: unknown): value is string => isHex(value, 32);

/**
 * Whether a filter asks about someone: it names an author, a recipient or an event. A relay that
 * answers others tells strangers who is there.
 */
export const namesSomeone = ({ authors, tags }: Filter): boolean =>
  authors !== null || tags.has('e') || tags.has('p');

/** Whether the event is one of those that the filter asks for; `limit` is for whom lists them. */
export function matchesFilter(filter: Filter, event: NostrEvent): boolean {
  const { ids, authors, kinds, since, until } = filter;
  return (
    (ids?.has(event.id) ?? true) &&
    (authors?.has(event.pubkey) ?? true) &&
    (kinds?.has(event.kind) ?? true) &&
    (since === null || event.created_at >= since) &&
    (until === null || event.created_at <= until) &&
    hasTags(filter, event)
  );
}

function hasTags({ tags }: Filter, event: NostrEvent): boolean {
  for (const [letter, values] of tags) {
    const isThere = event.tags.some(
      ([name, value]) => name === letter && value !== undefined && values.has(value),
    );
    if (!isThere) return false;
  }
  return true;
}
