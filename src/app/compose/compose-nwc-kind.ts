import { createAddressNameStore } from '../../address/sql/address-name-store.ts';
import type { ConnectionKind } from '../../apps/connection-kind.ts';
import { createNwcKind, type NwcSecret, walletKeysKey } from '../../apps/nwc-keys/nwc-kind.ts';
import { type AppPairing, createAppPairing } from '../../apps/nwc-keys/pair-app.ts';
import { createNwcKeyStore } from '../../apps/nwc-keys/sql/nwc-key-store.ts';
import { createPairingStore } from '../../apps/nwc-keys/sql/pairing-store.ts';
import type { Config } from '../../config/config.ts';
import { addressDomainFor, authUrlOf } from '../../config/public-urls.ts';
import type { Database } from '../../database/db.ts';
import type { AppContext } from '../context/app-context.ts';

/** Connects apps over Nostr Wallet Connect. */
export const composeNwcKind = (
  context: AppContext,
  database: Database,
  readSecretKey: () => Promise<Uint8Array>,
): ConnectionKind<NwcSecret> => createNwcKind(composeKindDeps(context, database, readSecretKey));

/** Connects those that bring a key of their own. */
export const composeAppPairing = (
  context: AppContext,
  database: Database,
  readSecretKey: () => Promise<Uint8Array>,
): AppPairing =>
  createAppPairing({
    ...composeKindDeps(context, database, readSecretKey),
    pairings: createPairingStore(database),
  });

const composeKindDeps = (
  { config, clock, random }: AppContext,
  database: Database,
  readSecretKey: () => Promise<Uint8Array>,
) => ({
  nwcKeys: createNwcKeyStore(database),
  addressNames: createAddressNameStore(database),
  addressDomain: () => addressDomainFor(config),
  sealKey: async () => walletKeysKey(await readSecretKey()),
  relays: () => [...new Set([relayUrlOf(config), ...config.nwc.externalRelays])],
  clock,
  random,
});

/** Where apps find the relay of this service. */
export function relayUrlOf(config: Config): string {
  const apiUrl = authUrlOf({ ...config, authUrl: null });
  return config.nwc.relayUrl ?? `${apiUrl.replace(/^http/, 'ws')}/relay`;
}
