import type { KeyObject } from 'node:crypto';
import { type SealKey, seal, unseal } from '../authorization/sealed-box.ts';
import type { Random } from '../base/random.ts';
import type { EndpointStatsStore } from './endpoint-stats-store.ts';
import { signingKeyOf } from './signing-secret.ts';

/** Decrypts the secrets of an endpoint, and returns their keys in the same order. */
export type SigningKeys = (
  endpointId: string,
  sealedSecrets: readonly Uint8Array[],
) => readonly KeyObject[];

/**
 * The most endpoints whose keys stay in memory; the one whose secrets were decrypted longest ago is
 * forgotten.
 */
const MAX_REMEMBERED = 10_000;

interface OpenedSecrets {
  readonly sealed: readonly Uint8Array[];
  readonly keys: readonly KeyObject[];
}

/**
 * Creates a function that decrypts each secret once and keeps its key in memory: decrypting at each
 * attempt would be a quarter of the work of sending. A secret whose stored form has changed is
 * decrypted again.
 */
export function createSigningKeys(webhookKey: SealKey): SigningKeys {
  const opened = new Map<string, OpenedSecrets>();
  return (endpointId, sealedSecrets) => {
    const known = opened.get(endpointId);
    if (known !== undefined && areSame(known.sealed, sealedSecrets)) return known.keys;
    const keys = sealedSecrets.map((sealed) => openSecret(webhookKey, endpointId, sealed));
    opened.delete(endpointId);
    const [oldest] = opened.size < MAX_REMEMBERED ? [] : opened.keys();
    if (oldest !== undefined) opened.delete(oldest);
    opened.set(endpointId, { sealed: sealedSecrets, keys });
    return keys;
  };
}

function openSecret(webhookKey: SealKey, endpointId: string, sealed: Uint8Array): KeyObject {
  const secret = unsealSigningSecret(webhookKey, endpointId, sealed);
  // If one of the secrets cannot be decrypted, the attempt fails: with fewer signatures, the
  // message might lack the only one that the receiver can check.
  if (secret === null) throw new Error('a signing secret was sealed under another key');
  return signingKeyOf(secret);
}

const areSame = (some: readonly Uint8Array[], others: readonly Uint8Array[]): boolean =>
  some.length === others.length &&
  some.every((one, place) => Buffer.compare(one, others[place] ?? NOTHING) === 0);

const NOTHING = new Uint8Array();

/**
 * Encrypts an endpoint's signing secret for storage. The result can be decrypted for this endpoint
 * only.
 */
export const sealSigningSecret = (
  key: SealKey,
  endpointId: string,
  secret: string,
  random: Random,
): Uint8Array => seal(key, new TextEncoder().encode(secret), endpointId, random);

/** Decrypts a stored secret; null when it was encrypted under another key, or was changed since. */
export function unsealSigningSecret(
  key: SealKey,
  endpointId: string,
  sealed: Uint8Array,
): string | null {
  const secret = unseal(key, sealed, endpointId);
  return secret === null ? null : new TextDecoder().decode(secret);
}

export interface PresentSigningSecret {
  readonly sealed: Uint8Array;
  /**
   * The time until which the previous secret signs beside the present one; null when it does not
   * sign any more.
   */
  readonly oldUntil: Date | null;
}

/**
 * Finds the secret with which deliveries to a user's endpoint are signed; null where there is no
 * such endpoint.
 */
export async function findPresentSecret(
  { endpointStats }: { readonly endpointStats: EndpointStatsStore },
  userId: string,
  endpointId: string,
): Promise<PresentSigningSecret | null> {
  const secrets = await endpointStats.readSecrets(userId);
  const [present, old] = secrets.filter((secret) => secret.endpointId === endpointId);
  return present === undefined
    ? null
    : { sealed: present.sealed, oldUntil: old?.validUntil ?? null };
}
