import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import type { AddressNameStore } from '../../address/address-name-store.ts';
import type { AppGrant } from '../../authorization/app-grant.ts';
import { derivedRandom } from '../../authorization/derived-random.ts';
import { type SealKey, seal } from '../../authorization/sealed-box.ts';
import type { Clock } from '../../base/clock.ts';
import { bytesToHex } from '../../base/hex.ts';
import type { Random } from '../../base/random.ts';
import { newPrivateKey } from '../../nostr/private-key.ts';
import type { ConnectionKind, DeviceSecret } from '../connection-kind.ts';
import { writeConnectionUri } from './connection-uri.ts';
import type { NwcKeyStore } from './nwc-key-store.ts';

export interface NwcKindDeps {
  readonly nwcKeys: Pick<NwcKeyStore, 'addKey'>;
  readonly addressNames: Pick<AddressNameStore, 'findName'>;
  /** The domain of lightning addresses, which follows the `@`. */
  readonly addressDomain: () => string;
  /** The key that encrypts the stored secret keys of wallets. */
  readonly sealKey: () => Promise<SealKey>;
  /** Addresses of Nostr relays. Apps that use only one relay use the first. */
  readonly relays: () => readonly string[];
  readonly clock: Clock;
  readonly random: Random;
}

export interface NwcSecret extends DeviceSecret {
  readonly clientPubkey: string;
  readonly walletPubkey: string;
}

/**
 * Connects apps over Nostr Wallet Connect. The app's key is derived from a secret seed, which is
 * the same when the request is repeated, so that the app gets the same key again. The wallet's key
 * is random and is stored encrypted, so that someone who only has the service's secret key cannot
 * act as the wallet.
 */
export const createNwcKind = (deps: NwcKindDeps): ConnectionKind<NwcSecret> => ({
  name: 'nwc',
  issue: async ({ connection, device, seed }) => {
    const clientSecret = newPrivateKey(derivedRandom(seed));
    const clientPubkey = bytesToHex(xOnlyPointFromScalar(clientSecret));
    const walletSecret = newPrivateKey(deps.random);
    const { walletPubkey } = await deps.nwcKeys.addKey({
      deviceId: device.id,
      clientPubkey,
      walletPubkey: bytesToHex(xOnlyPointFromScalar(walletSecret)),
      sealedSecret: seal(await deps.sealKey(), walletSecret, device.id, deps.random),
      createdAt: deps.clock.now(),
    });
    const link = writeConnectionUri({
      walletPubkey,
      relays: deps.relays(),
      secret: bytesToHex(clientSecret),
      lud16: await findLightningAddress(deps, connection),
    });
    return { link, clientPubkey, walletPubkey };
  },
});

/** Finds the user's lightning address; null if they have none, or if the app may not know it. */
export async function findLightningAddress(
  { addressNames, addressDomain }: Pick<NwcKindDeps, 'addressNames' | 'addressDomain'>,
  { userId, scopes }: Pick<AppGrant, 'userId' | 'scopes'>,
): Promise<string | null> {
  if (!scopes.includes('account:read')) return null;
  const name = await addressNames.findName(userId);
  return name === null ? null : `${name}@${addressDomain()}`;
}
