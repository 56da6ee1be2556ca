/** Decides whether our relay accepts an event that an app has sent, and stores it. */

import type { NwcKey } from '../../apps/nwc-keys/nwc-key-store.ts';
import { newUuid } from '../../base/id.ts';
import { unixSeconds } from '../../base/wire-time.ts';
import { findEventProblem, type NostrEvent, toEvent, writeEvent } from '../../nostr/event.ts';
import { parseJsonOrNull } from '../../nostr/parse-json.ts';
import { okMessage, type RelayReason, refusedMessage } from '../../nostr/relay-message.ts';
import {
  MAX_NWC_CONTENT_LENGTH,
  MAX_NWC_RUNNING_OF_KEY,
  NWC_BEGIN_MS,
  NWC_LEASE_MS,
  NWC_RETRY_MS,
} from '../limits.ts';
import type { AddRequestOutcome, NewRequest } from '../nwc-request-store.ts';
import { type EnvelopeProblem, readEnvelope } from '../request-envelope.ts';
import type { RelayDeps } from './relay-deps.ts';
import type { RelayRates } from './relay-rates.ts';

export interface TakenEvent {
  /**
   * The reply to the client. Null when it is unknown whether the event was stored: then the client
   * is cut off, so that it sends the event again.
   */
  readonly reply: string | null;
  /** Whether the event counts as a fault of the client. A client with many faults is cut off. */
  readonly isBad: boolean;
  /**
   * The device whose key has sent a new request. Null otherwise, because a repeat may come from
   * anyone who has seen the request.
   */
  readonly deviceId: string | null;
}

/** Accepts a request of an app, or refuses it; cheap checks come first. */
export async function takeEvent(
  deps: RelayDeps,
  rates: RelayRates,
  event: NostrEvent,
): Promise<TakenEvent> {
  const nowSec = unixSeconds(deps.clock.now());
  const envelope = readEnvelope(event, { nowSec, schemes: deps.schemes });
  if (!envelope.ok) return ofProblem(event, envelope.refusal);
  if (event.content.length > MAX_NWC_CONTENT_LENGTH) return bad(event, TOO_LONG);
  const { clientPubkey, walletPubkey } = envelope.value;
  const key = await deps.nwcKeys.findKey(clientPubkey);
  if (key === null || key.walletPubkey !== walletPubkey) return bad(event, STRANGER);
  if (findEventProblem(event) !== null) return bad(event, UNPROVEN);
  const isRepeat = rates.isRepeat(event.id);
  const rate = isRepeat ? 'taken' : rates.takeRequest(key.deviceId);
  if (rate === 'dropped') return good(refusedMessage(event.id, TOO_MANY));
  const isTooMany =
    rate === 'refused' || deps.runner.countRunning(key.deviceId) >= MAX_NWC_RUNNING_OF_KEY;
  const stored = await store(deps, event, key, isTooMany);
  if (stored.reply !== null) rates.noteTaken(event.id);
  return isRepeat ? stored : { ...stored, deviceId: key.deviceId };
}

/** Stores a request. Only then is the app told that the relay has accepted it. */
async function store(
  deps: RelayDeps,
  event: NostrEvent,
  key: NwcKey,
  isTooMany: boolean,
): Promise<TakenEvent> {
  const request = {
    eventId: event.id,
    key,
    eventText: writeEvent(event),
    arrivedAt: deps.clock.now(),
  };
  const arrivalId = newUuid(deps.clock, deps.random);
  const added = await addUntilKnown(deps, { ...request, arrivalId, leaseMs: NWC_LEASE_MS });
  if (added.kind === 'no_room') return good(refusedMessage(event.id, NO_ROOM));
  if (added.kind === 'lost') return { reply: null, isBad: false, deviceId: null };
  if (added.kind === 'added') {
    const { wentBackAt } = added;
    deps.runner.start({ ...request, attempt: 1, paymentId: null, wentBackAt }, isTooMany);
    return good(okMessage(event.id));
  }
  // A known request is not run again. If it was answered, its stored answer is sent again.
  const answer = added.answer === null ? null : toEvent(parseJsonOrNull(added.answer));
  if (answer !== null) deps.responseEmitter.announce(answer);
  return good(okMessage(event.id, KNOWN));
}

/**
 * Stores a request. Throws at once when the request is certainly not stored. When that is unknown,
 * storing is tried again until it is too late to begin a payment: the request may be running, so
 * the app must not be told that it was refused.
 */
async function addUntilKnown(
  { nwcRequests, clock, log, stop }: RelayDeps,
  request: NewRequest,
): Promise<AddRequestOutcome> {
  let added = await nwcRequests.addRequest(request);
  while (added.kind === 'lost' && isInTime(clock.now(), request) && !stop.aborted) {
    log.warn({ eventId: request.eventId }, 'it is open whether a request was stored');
    await clock.sleep(NWC_RETRY_MS, stop);
    added = await nwcRequests.addRequest(request).catch(() => LOST);
  }
  return added;
}

const LOST: AddRequestOutcome = { kind: 'lost' };

const isInTime = (now: Date, { arrivedAt }: NewRequest): boolean =>
  now.getTime() - arrivedAt.getTime() <= NWC_BEGIN_MS;

function ofProblem(event: NostrEvent, problem: EnvelopeProblem): TakenEvent {
  // An expired request is accepted but neither stored nor run, because its app no longer wants an
  // answer.
  if (problem === 'expired') return good(okMessage(event.id));
  const reply = refusedMessage(event.id, ENVELOPE_REASONS[problem]);
  return { reply, isBad: problem !== 'wrong_clock', deviceId: null };
}

const good = (reply: string): TakenEvent => ({ reply, isBad: false, deviceId: null });
const bad = ({ id }: NostrEvent, reason: RelayReason): TakenEvent => ({
  reply: refusedMessage(id, reason),
  isBad: true,
  deviceId: null,
});

const STRANGER: RelayReason = { word: 'restricted', text: 'this relay does not know that key' };
const TOO_LONG: RelayReason = {
  word: 'invalid',
  text: `the content of a request has ${MAX_NWC_CONTENT_LENGTH} characters at most`,
};
const UNPROVEN: RelayReason = { word: 'invalid', text: 'the id or the signature is wrong' };
const TOO_MANY: RelayReason = { word: 'rate-limited', text: 'too many requests of this key' };
const NO_ROOM: RelayReason = {
  word: 'rate-limited',
  text: 'the apps of this wallet have sent as much as they may within a day: try again in an hour',
};
const KNOWN: RelayReason = { word: 'duplicate', text: 'this request is known' };

const ENVELOPE_REASONS: Readonly<Record<Exclude<EnvelopeProblem, 'expired'>, RelayReason>> = {
  wrong_kind: { word: 'blocked', text: 'this relay takes requests to wallets only (kind 23194)' },
  wrong_recipient: { word: 'invalid', text: 'a request names one wallet in one tag p' },
  wrong_clock: { word: 'invalid', text: 'the clock of the app is wrong' },
  bad_expiration: { word: 'invalid', text: 'expiration is a time in whole seconds' },
};
