import { isPayMethod } from '../apps/nwc-keys/method.ts';
import type { NwcKey } from '../apps/nwc-keys/nwc-key-store.ts';
import { unixSeconds } from '../base/wire-time.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import { findEventProblem, type NostrEvent, writeEvent } from '../nostr/event.ts';
import type { NwcExternalStore } from './external-store.ts';
import {
  MAX_NWC_CONTENT_LENGTH,
  MAX_NWC_RUNNING_OF_KEY,
  MAX_STORED_PAY_SEC,
  NWC_LEASE_MS,
} from './limits.ts';
import { openRequest } from './open-request.ts';
import { type RequestEnvelope, readEnvelope } from './request-envelope.ts';
import type { RequestRunner } from './request-runner.ts';
import type { WalletServiceKeys } from './wallet-service-keys.ts';

export interface TakeExternalDeps {
  readonly nwcExternal: Pick<NwcExternalStore, 'addRequest'>;
  readonly runner: Pick<RequestRunner, 'start' | 'countRunning'>;
  readonly walletKeys: WalletServiceKeys;
  readonly schemes: readonly EncryptionScheme[];
  readonly rates: KeyRates;
}

/** Rate limits of the requests of a key, the same as on our own relay. */
export interface KeyRates {
  takeRequest(deviceId: string): 'taken' | 'refused' | 'dropped';
}

export interface ExternalOffer {
  readonly relay: string;
  readonly fence: bigint;
  readonly event: NostrEvent;
  readonly arrivedAt: Date;
  /**
   * Whether the relay had stored the event: it arrived before the relay reported the end of stored
   * events (EOSE).
   */
  readonly isStored: boolean;
}

/** A request from an external relay that looks valid, so its signature is worth checking. */
export interface PlausibleRequest extends ExternalOffer {
  readonly key: NwcKey;
  readonly envelope: RequestEnvelope;
}

/**
 * Judges an event from an external relay without checking its signature, which costs little. Null
 * when the event is too old, too long, or no request to a wallet of this service.
 */
export function judgeExternalEvent(
  { schemes }: Pick<TakeExternalDeps, 'schemes'>,
  findKey: (walletPubkey: string) => NwcKey | null,
  offer: ExternalOffer,
): PlausibleRequest | null {
  if (offer.event.content.length > MAX_NWC_CONTENT_LENGTH) return null;
  const nowSec = unixSeconds(offer.arrivedAt);
  const envelope = readEnvelope(offer.event, { nowSec, schemes });
  if (!envelope.ok) return null;
  const key = findKey(envelope.value.walletPubkey);
  if (key === null || key.clientPubkey !== envelope.value.clientPubkey) return null;
  return { ...offer, key, envelope: envelope.value };
}

/** A request from an external relay that has passed all checks and will be stored. */
export interface AdmittedRequest extends PlausibleRequest {
  /** Whether the key has sent too many requests; the answer then says so. */
  readonly isTooMany: boolean;
}

/**
 * Checks the signature of a request and counts it against the limits of its key. This is done once,
 * however often storing it is retried.
 */
export function admitExternalEvent(
  deps: Pick<TakeExternalDeps, 'rates' | 'walletKeys'>,
  plausible: PlausibleRequest,
): AdmittedRequest | 'ignored' | 'forged' {
  const { event, key, arrivedAt, isStored } = plausible;
  if (findEventProblem(event) !== null) return 'forged';
  const ageSec = arrivedAt.getTime() / 1000 - event.created_at;
  if (isStored && ageSec > MAX_STORED_PAY_SEC && isPay(deps, plausible)) return 'ignored';
  const rate = deps.rates.takeRequest(key.deviceId);
  return rate === 'dropped' ? 'ignored' : { ...plausible, isTooMany: rate === 'refused' };
}

/**
 * Stores a request and then runs it, as our own relay does. There is no reply to the app, because
 * the external relay has accepted the event already.
 */
export async function takeExternalEvent(
  { nwcExternal, runner }: Pick<TakeExternalDeps, 'nwcExternal' | 'runner'>,
  { event, key, relay, fence, arrivedAt, isStored, isTooMany }: AdmittedRequest,
): Promise<'taken' | 'known' | 'fenced' | 'no_room'> {
  const request = { eventId: event.id, key, eventText: writeEvent(event), arrivedAt };
  const added = await nwcExternal.addRequest({
    relay,
    fence,
    isLive: !isStored,
    request: { ...request, leaseMs: NWC_LEASE_MS },
  });
  if (added.kind !== 'added') return added.kind;
  const { wentBackAt } = added;
  const isRefused = isTooMany || runner.countRunning(key.deviceId) >= MAX_NWC_RUNNING_OF_KEY;
  runner.start({ ...request, attempt: 1, paymentId: null, wentBackAt }, isRefused);
  return 'taken';
}

/**
 * Whether a request is a payment, which only its decrypted content tells. Its permissions are
 * checked when it runs.
 */
function isPay(
  { walletKeys }: Pick<TakeExternalDeps, 'walletKeys'>,
  { envelope, event, key }: PlausibleRequest,
): boolean {
  const { method } = openRequest(envelope, event.content, walletKeys(key).conversation, new Set());
  return isPayMethod(method);
}
