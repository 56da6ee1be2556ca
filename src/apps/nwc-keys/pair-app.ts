/** Connects an app that brings its own key, over Nostr Wallet Connect. */

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
  /** How much the connection may spend; null for all that its user has. */
  readonly budget: Budget | null;
  /** The end of the connection; null for one that lasts until it is revoked. */
  readonly expiresAt: Date | null;
  /**
   * 32 secret bytes, from which the ids of the connection are made. A repeat of the same request
   * brings them again and so finds the connection that it made.
   */
  readonly idempotentSecret?: Uint8Array;
}

/** What an app needs to know about the wallet. None of it is secret. */
export interface PairedWallet {
  readonly appGrantId: string;
  readonly walletPubkey: string;
  readonly relays: readonly string[];
  /** The user's lightning address; null where the app may not know it. */
  readonly lud16: string | null;
}

export type PairAppRefusal =
  | { readonly kind: 'key_used'; readonly message: string }
  | { readonly kind: 'too_many_connections'; readonly message: string };

/** Port: connects apps that bring their own key, while the protocol is switched on. */
export interface AppPairing {
  /** Whether a key was used before: its app is then refused without asking the user. */
  isUsed(pubkey: string): Promise<boolean>;
  pair(input: PairAppInput): Promise<Result<PairedWallet, PairAppRefusal>>;
}

export const createAppPairing = (deps: PairAppDeps): AppPairing => ({
  isUsed: async (pubkey) => (await deps.nwcKeys.findKey(pubkey)) !== null,
  pair: (input) => pairApp(deps, input),
});

/**
 * Connects an app that brings its own key. A repeat finds the connection that it made; there is no
 * secret that could get lost.
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
