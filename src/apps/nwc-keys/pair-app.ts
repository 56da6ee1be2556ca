/** Connects, over Nostr Wallet Connect, an app that has made its own key. */

import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import type { Budget } from '../../authorization/budget.ts';
import { derivedRandom } from '../../authorization/derived-random.ts';
import type { Scope } from '../../authorization/scope.ts';
import { seal } from '../../authorization/sealed-box.ts';
import { bytesToHex } from '../../base/hex.ts';
import { drawnUuid } from '../../base/id.ts';
import { accept, type Result, refuse } from '../../base/result.ts';
import { newPrivateKey } from '../../nostr/private-key.ts';
import { MAX_APP_CONNECTIONS } from '../limits.ts';
import type { NwcKeyStore } from './nwc-key-store.ts';
import { findLightningAddress, type NwcKindDeps } from './nwc-kind.ts';
import type { PairingStore } from './pairing-store.ts';

export interface PairAppDeps extends Omit<NwcKindDeps, 'nwcKeys'> {
  readonly nwcKeys: Pick<NwcKeyStore, 'findKey'>;
  readonly pairings: PairingStore;
}

export interface PairAppInput {
  readonly userId: string;
  /** The app's own public key: X-only, 64 hex digits in lower case. */
  readonly pubkey: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  /** How much the connection may spend; null for no limit but the user's balance. */
  readonly budget: Budget | null;
  /** The end of the connection; null if it lasts until it is revoked. */
  readonly expiresAt: Date | null;
  /**
   * 32 secret bytes, from which the ids of the connection are derived. If the same form is sent
   * twice, both requests bring the same bytes, and the second finds the connection that the first
   * one made.
   */
  readonly idempotentSecret?: Uint8Array;
}

/** What an app needs to know about the wallet that it was connected to. None of it is secret. */
export interface PairedWallet {
  readonly appGrantId: string;
  readonly walletPubkey: string;
  readonly relays: readonly string[];
  /** The user's lightning address; null if they have none, or if the app may not know it. */
  readonly lud16: string | null;
}

export type PairAppRefusal =
  | { readonly kind: 'key_used'; readonly message: string }
  | { readonly kind: 'too_many_connections'; readonly message: string };

/**
 * Port: connects apps that have made their own key. The port exists only while Nostr Wallet Connect
 * is switched on.
 */
export interface AppPairing {
  /**
   * Whether the key of an app was used for a connection before. If so, the app is refused without
   * asking the user.
   */
  isUsed(pubkey: string): Promise<boolean>;
  pair(input: PairAppInput): Promise<Result<PairedWallet, PairAppRefusal>>;
}

export const createAppPairing = (deps: PairAppDeps): AppPairing => ({
  isUsed: async (pubkey) => (await deps.nwcKeys.findKey(pubkey)) !== null,
  pair: (input) => pairApp(deps, input),
});

/**
 * Connects an app that has made its own key. A repeat of the request finds the connection that the
 * first one made, and gets the same answer, as the answer contains no secret: the app keeps its
 * private key.
 */
async function pairApp(
  deps: PairAppDeps,
  { userId, pubkey, name, scopes, budget, expiresAt, idempotentSecret }: PairAppInput,
): Promise<Result<PairedWallet, PairAppRefusal>> {
  const random = idempotentSecret === undefined ? deps.random : derivedRandom(idempotentSecret);
  const [appGrantId, deviceId] = [drawnUuid(random), drawnUuid(random)];
  const walletSecret = newPrivateKey(deps.random);
  const createdAt = deps.clock.now();
  const request = { name, createdAt };
  const paired = await deps.pairings.addPairing({
    connection: { ...request, id: appGrantId, userId, kind: 'nwc', scopes, budget, expiresAt },
    device: { ...request, id: deviceId, appGrantId },
    key: {
      deviceId,
      clientPubkey: pubkey,
      walletPubkey: bytesToHex(xOnlyPointFromScalar(walletSecret)),
      sealedSecret: seal(await deps.sealKey(), walletSecret, deviceId, deps.random),
      createdAt,
    },
  });
  if (paired.kind === 'key_used') return refuse({ kind: 'key_used', message: KEY_USED });
  if (paired.kind === 'too_many') {
    return refuse({ kind: 'too_many_connections', message: TOO_MANY });
  }
  return accept({
    appGrantId,
    walletPubkey: paired.walletPubkey,
    relays: deps.relays(),
    lud16: await findLightningAddress(deps, { userId, scopes }),
  });
}

const KEY_USED = 'the key of the app has served before';
const TOO_MANY = `a user has up to ${MAX_APP_CONNECTIONS} connections`;
