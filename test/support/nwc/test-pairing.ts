import { xOnlyPointFromScalar } from 'tiny-secp256k1';
import { createAddressNameStore } from '../../../src/address/sql/address-name-store.ts';
import { type AppPairing, createAppPairing } from '../../../src/apps/nwc-keys/pair-app.ts';
import { createNwcKeyStore } from '../../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import { createPairingStore } from '../../../src/apps/nwc-keys/sql/pairing-store.ts';
import type { Clock } from '../../../src/base/clock.ts';
import { bytesToHex } from '../../../src/base/hex.ts';
import type { Random } from '../../../src/base/random.ts';
import type { Database } from '../../../src/database/db.ts';
import { newPrivateKey } from '../../../src/nostr/private-key.ts';

export const TEST_RELAY = 'wss://wallet.example/relay';

/**
 * Creates the pairing of apps like the service does, with its own key for sealing the wallet keys.
 */
export const createTestPairing = (
  database: Database,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): AppPairing =>
  createAppPairing({
    nwcKeys: createNwcKeyStore(database),
    pairings: createPairingStore(database),
    addressNames: createAddressNameStore(database),
    addressDomain: () => 'pay.example',
    sealKey: async () => new Uint8Array(32),
    relays: () => [TEST_RELAY],
    clock,
    random,
  });

/** The public key of an app that has just made it. */
export const newAppKey = (random: Random): string =>
  bytesToHex(xOnlyPointFromScalar(newPrivateKey(random)));
