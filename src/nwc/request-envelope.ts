import { NWC_CLOCK_SEC } from '../base/limits.ts';
import { accept, type Result, refuse } from '../base/result.ts';
import type { EncryptionScheme } from '../nostr/conversation.ts';
import { isHex, type NostrEvent } from '../nostr/event.ts';
import { looksLikeNip04 } from '../nostr/nip04.ts';
import { tagsOf } from '../nostr/tags.ts';
import { LAST_SEC } from './limits.ts';
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
  /** The time after which the app does not want the request any more; null for none. */
  readonly expiresAt: Date | null;
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
  const expiresAt = readExpiration(event);
  if (expiresAt === undefined) return refuse('bad_expiration');
  if (expiresAt !== null && expiresAt.getTime() < nowSec * 1000) return refuse('expired');
  const scheme = schemes.find((known) => known === schemeOf(event)) ?? null;
  return accept({
    eventId: event.id,
    clientPubkey: event.pubkey,
    walletPubkey,
    createdAt: event.created_at,
    scheme,
    expiresAt,
  });
}

/**
 * Reads when a request expires: null if it says nothing, undefined if that cannot be read. If it
 * names several times, the earliest counts.
 */
function readExpiration(event: NostrEvent): Date | null | undefined {
  const times = tagsOf(event, 'expiration').map(([, time = '']) => time);
  if (!times.every((time) => /^\d{1,15}$/.test(time))) return undefined;
  const earliestSec = Math.min(...times.map(Number), LAST_SEC);
  return times.length === 0 ? null : new Date(earliestSec * 1000);
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
