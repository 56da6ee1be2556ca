import { accept, type Result, refuse } from '../base/result.ts';
import { isHex, isInteger, isText, type NostrEvent } from './event.ts';
import { MAX_FILTER_VALUES } from './limits.ts';

/**
 * A filter with which a client selects events (NIP-01, From client to relay). A field that is null
 * admits any value.
 */
export interface Filter {
  readonly ids: ReadonlySet<string> | null;
  readonly authors: ReadonlySet<string> | null;
  readonly kinds: ReadonlySet<number> | null;
  /**
   * Wanted values of tags, by the letter of the tag. The first value of an event's tag must be one
   * of them.
   */
  readonly tags: ReadonlyMap<string, ReadonlySet<string>>;
  /** The earliest time of events, in seconds since 1970 and inclusive; null for any. */
  readonly since: number | null;
  readonly until: number | null;
  /** How many stored events are wanted, newest first. 0 asks for future events only. */
  readonly limit: number | null;
}

export type FilterProblem =
  /** The filter is invalid: a field has the wrong form, or a list is too long. */
  | 'invalid'
  /**
   * A field is unknown, such as `search` (NIP-50). The filter is refused, because without the field
   * it would match too much.
   */
  | 'unsupported';

/** Reads a parsed JSON value as a filter. A field that is null counts as left out. */
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
  // A filter names ids and keys in full, as 64 hex digits in lower case (NIP-01).
  const values = readSet(field, letter === 'e' || letter === 'p' ? isKey : isText);
  if (values === null) return 'invalid';
  draft.tags.set(letter, values);
  return null;
}

function readSet<T>(field: unknown, isRight: (one: unknown) => one is T): ReadonlySet<T> | null {
  if (!Array.isArray(field) || field.length > MAX_FILTER_VALUES) return null;
  return field.every(isRight) ? new Set(field) : null;
}

/** Counts all values that a filter names, because each of them costs work. */
export function countValues({ ids, authors, kinds, tags }: Filter): number {
  const lists = [ids, authors, kinds, ...tags.values()];
  return lists.reduce((count, list) => count + (list?.size ?? 0), 0);
}

const isKey = (value: unknown): value is string => isHex(value, 32);

/**
 * Whether a filter names an author, a recipient or an event. Filters that do not would let
 * strangers list who uses the relay.
 */
export const namesSomeone = ({ authors, tags }: Filter): boolean =>
  authors !== null || tags.has('e') || tags.has('p');

/**
 * Whether an event matches a filter. `limit` is not looked at: code that lists events must apply
 * it.
 */
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
