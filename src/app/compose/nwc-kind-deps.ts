import type { AddressNameStore } from '../../address/address-name-store.ts';
import type { NwcKeyStore } from '../../apps/nwc-keys/nwc-key-store.ts';
import type { NwcKindDeps } from '../../apps/nwc-keys/nwc-kind.ts';
import type { ServiceKeys } from '../../authorization/service-keys.ts';
import type { Config } from '../../config/config.ts';
import { addressDomainFor, authUrlOf } from '../../config/public-urls.ts';
import type { AppContext } from '../context/app-context.ts';

interface NwcKindStores {
  readonly nwcKeys: NwcKeyStore;
  readonly addressNames: AddressNameStore;
}

/**
 * What is needed to connect apps over Nostr Wallet Connect, whether the app's key is made by this
 * service or by the app.
 */
export const nwcKindDeps = (
  { config, clock, random }: AppContext,
  { nwcKeys, addressNames }: NwcKindStores,
  readKeys: () => Promise<{ readonly serviceKeys: ServiceKeys }>,
): NwcKindDeps & NwcKindStores => ({
  nwcKeys,
  addressNames,
  addressDomain: () => addressDomainFor(config),
  sealKey: async () => (await readKeys()).serviceKeys.sealKey('nwc wallet keys'),
  relays: () => [...new Set([relayUrlOf(config), ...config.nwc.externalRelays])],
  clock,
  random,
});

/** The address at which apps find the Nostr relay of this service. */
export function relayUrlOf(config: Config): string {
  const apiUrl = authUrlOf({ ...config, authUrl: null });
  return config.nwc.relayUrl ?? `${apiUrl.replace(/^http/, 'ws')}/relay`;
}
