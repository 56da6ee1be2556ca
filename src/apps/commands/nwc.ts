import { ConfigError } from '../../config/config-error.ts';
import type { ConnectionKind } from '../connection-kind.ts';
import type { NwcSecret } from '../nwc-keys/nwc-kind.ts';
import type { ConnectionProtocol } from './connection.ts';

export interface NwcCommandDeps {
  readonly config: { readonly nwc: { readonly isOn: boolean } };
  readonly nwcKind: ConnectionKind<NwcSecret>;
}

export const NWC_PROTOCOL: ConnectionProtocol<NwcCommandDeps, NwcSecret> = {
  name: 'nwc',
  title: 'Nostr Wallet Connect',
  open: ({ config, nwcKind }) => {
    if (config.nwc.isOn) return nwcKind;
    throw new ConfigError(['SATCHEL_NWC is off: no app can be connected this way']);
  },
  present: ({ link, clientPubkey, walletPubkey }) => ({
    uri: link,
    client_pubkey: clientPubkey,
    wallet_pubkey: walletPubkey,
  }),
};
