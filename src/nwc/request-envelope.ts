import { NWC_CLOCK_SEC } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import { isHex, type NostrEvent } from '../nostr/event.ts';
import { looksLikeNip04 } from '../nostr/nip04.ts';
import { tagsOf } from '../nostr/tags.ts';
import { REQUEST_KIND } from './wire-kinds.ts';

/** The part of a request that is not encrypted (NIP-47, Request and Response Events). */
export interface RequestEnvelope {
  readonly eventId: string;
  readonly clientPubkey: string;
  /** The wallet's public key that the request is addressed to. It must belong to the app's key. */
  readonly walletPubkey: string;
  /** The time of the request in seconds since 1970, by the app's clock. */
  readonly createdAt: number;
  /** The encryption scheme of the content; null for a scheme that this wallet does not support. */
  readonly scheme: EncryptionScheme | null;
}

export type EnvelopeProblem =
  | 'wrong_kind'
  /** The request names no wallet, or several. */
  | 'wrong_recipient'
  /**
   * The request's time is further from our clock than clocks may differ. Ids are not kept forever,
   * so it could be the repeat of an old request.
   */
  | 'wrong_clock'
  | 'bad_expiration'
  /** The request has expired, so its app does not want it any more: it is ignored (NIP-47). */
  | 'expired';

/**
 * Reads the part of a request that is not encrypted. This needs neither the wallet's key nor a
 * check of the signature, so it comes first.
 */
export function readEnvelope(
  event: NostrEvent,
  { nowSec, schemes }: { readonly nowSec: number; readonly schemes: readonly EncryptionScheme[] },
): Result<RequestEnvelope, EnvelopeProblem> {
  if (event.kind !== REQUEST_KIND) return refuse('wrong_kind');
  const [recipient, ...others] = tagsOf(event, 'p');
  const walletPubkey = recipient?.[1];
  if (!isHex(walletPubkey, 32) || others.length > 0) return refuse('wrong_recipient');
  if (Math.abs(event.created_at - nowSec) > NWC_CLOCK_SEC) return refuse('wrong_clock');
  const problem = findExpirationProblem(event, nowSec);
  if (problem !== null) return refuse(problem);
  const scheme = schemes.find((known) => known === schemeOf(event)) ?? null;
  return accept({
    eventId: event.id,
    clientPubkey: event.pubkey,
    walletPubkey,
    createdAt: event.created_at,
    scheme,
  });
}

/** Checks whether a request has expired. If it names several expirations, the earliest counts. */
function findExpirationProblem(event: NostrEvent, nowSec: number): EnvelopeProblem | null {
  const times = tagsOf(event, 'expiration').map(([, time = '']) => time);
  if (!times.every((time) => /^\d{1,15}$/.test(time))) return 'bad_expiration';
  return times.some((time) => Number(time) < nowSec) ? 'expired' : null;
}

/**
 * Finds the encryption scheme of a request. Without a tag it would be NIP-04 by the standard, but
 * some apps forget the tag and use NIP-44, which is recognised by its form. Older apps name the
 * scheme by a version (tag `v`).
 */
function schemeOf(event: NostrEvent): string {
  const [tag] = tagsOf(event, 'encryption');
  if (tag !== undefined) return tag[1] ?? '';
  const isVersionOne = tagsOf(event, 'v').some(([, version]) => version === '1.0');
  return isVersionOne || !looksLikeNip04(event.content) ? 'nip44_v2' : 'nip04';
}

/**
 * The encryption scheme of the answer: that of the request, or NIP-44 if that scheme is not
 * supported, because every current app can read it.
 */
export const answerScheme = ({ scheme }: RequestEnvelope): EncryptionScheme => scheme ?? 'nip44_v2';
