import { isJsonWithin } from '../base/json-size.ts';
import {
  MAX_CLIENT_MESSAGE_BYTES,
  MAX_FILTERS,
  MAX_JSON_DEPTH,
  MAX_SUBSCRIPTION_ID_LENGTH,
} from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import { isHex, isText, type NostrEvent, toEvent } from './event.ts';
import { countValues, type Filter, type FilterProblem, readFilter } from './filter.ts';
import {
  MAX_CLIENT_MESSAGE_VALUES,
  MAX_CLOSE_BYTES,
  MAX_REQ_BYTES,
  MAX_REQ_VALUES,
} from './limits.ts';
import { parseList } from './parse-json.ts';

/** A message of a client to a relay (NIP-01, From client to relay). */
export type ClientMessage =
  /**
   * An event in the right form. Its id and signature are not checked yet: see `findEventProblem`.
   */
  | { readonly kind: 'event'; readonly event: NostrEvent }
  | { readonly kind: 'req'; readonly subscription: string; readonly filters: readonly Filter[] }
  | { readonly kind: 'close'; readonly subscription: string };

/** What is wrong with a client's message. The kinds differ in how a relay can answer. */
export type ClientMessageProblem =
  /** The message cannot be read at all, so it is answered by a NOTICE, which refers to nothing. */
  | { readonly kind: 'unreadable'; readonly reason: UnreadableReason }
  /**
   * The message contained an event in a wrong form. The relay answers with OK and `false` for this
   * event id.
   */
  | { readonly kind: 'bad_event'; readonly eventId: string }
  /**
   * The message was a subscription in a wrong form. The relay answers with CLOSED for this
   * subscription.
   */
  | {
      readonly kind: 'bad_req';
      readonly subscription: string;
      readonly reason: FilterProblem | 'no_filters' | 'too_many_filters' | 'too_many_values';
    };

export type UnreadableReason =
  | 'too_long'
  | 'too_many_values'
  | 'no_list'
  | 'unknown_message'
  | 'bad_event'
  | 'bad_subscription';

/**
 * Reads a message of a client. The function never throws, and does not recurse into nested values.
 * Before the text is parsed as JSON, its beginning, its length and the number of values are
 * checked.
 */
export function readClientMessage(text: string): Result<ClientMessage, ClientMessageProblem> {
  const problem = findFrameProblem(text);
  if (problem !== null) return unreadable(problem);
  const parts = parseList(text);
  if (parts === null) return unreadable('no_list');
  const [name, subject, ...more] = parts;
  switch (name) {
    case 'EVENT':
      return readEventMessage(subject);
    case 'REQ':
      return isSubscription(subject) ? readReq(subject, more) : unreadable('bad_subscription');
    case 'CLOSE':
      return isSubscription(subject)
        ? accept({ kind: 'close', subscription: subject })
        : unreadable('bad_subscription');
    default:
      return unreadable('unknown_message');
  }
}

function findFrameProblem(text: string): UnreadableReason | null {
  const kind = BEGINNING.exec(text)?.[1];
  const maxBytes = kind === undefined ? MAX_CLIENT_MESSAGE_BYTES : (MAX_BYTES.get(kind) ?? 0);
  if (text.length > maxBytes) return 'too_long';
  const bytes = Buffer.from(text);
  if (bytes.length > maxBytes) return 'too_long';
  if (kind === undefined) return text.startsWith('[') ? 'unknown_message' : 'no_list';
  return isJsonWithin(bytes, SIZE) ? null : 'too_many_values';
}

const BEGINNING = /^\s*\[\s*"(EVENT|REQ|CLOSE)"/;

const MAX_BYTES: ReadonlyMap<string, number> = new Map([
  ['EVENT', MAX_CLIENT_MESSAGE_BYTES],
  ['REQ', MAX_REQ_BYTES],
  ['CLOSE', MAX_CLOSE_BYTES],
]);

const SIZE = { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_CLIENT_MESSAGE_VALUES };

function readEventMessage(subject: unknown): Result<ClientMessage, ClientMessageProblem> {
  const event = toEvent(subject);
  if (event !== null) return accept({ kind: 'event', event });
  const isObject = typeof subject === 'object' && subject !== null;
  const eventId = isObject && Object.hasOwn(subject, 'id') ? Reflect.get(subject, 'id') : null;
  return isHex(eventId, 32) ? refuse({ kind: 'bad_event', eventId }) : unreadable('bad_event');
}

function readReq(
  subscription: string,
  values: readonly unknown[],
): Result<ClientMessage, ClientMessageProblem> {
  if (values.length === 0) return badReq(subscription, 'no_filters');
  if (values.length > MAX_FILTERS) return badReq(subscription, 'too_many_filters');
  const filters: Filter[] = [];
  let count = 0;
  for (const value of values) {
    const filter = readFilter(value);
    if (!filter.ok) return badReq(subscription, filter.refusal);
    count += countValues(filter.value);
    if (count > MAX_REQ_VALUES) return badReq(subscription, 'too_many_values');
    filters.push(filter.value);
  }
  return accept({ kind: 'req', subscription, filters });
}

const unreadable = (reason: UnreadableReason): Result<never, ClientMessageProblem> =>
  refuse({ kind: 'unreadable', reason });

const badReq = (
  subscription: string,
  reason: Extract<ClientMessageProblem, { kind: 'bad_req' }>['reason'],
): Result<never, ClientMessageProblem> => refuse({ kind: 'bad_req', subscription, reason });

const isSubscription = (value: unknown): value is string =>
  isText(value) && value !== '' && value.length <= MAX_SUBSCRIPTION_ID_LENGTH;
