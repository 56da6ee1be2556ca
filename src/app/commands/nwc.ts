import type { NwcSecret } from '../../apps/nwc-keys/nwc-kind.ts';
import { ConfigError } from '../../config/config-error.ts';
import { readSecretKey } from '../../config/secrets.ts';
import { checkSecretKey } from '../compose/check-secret-key.ts';
import { composeNwcKind } from '../compose/compose-nwc-kind.ts';
import type { ConnectionProtocol } from './connection.ts';
import type { Context } from './context.ts';

export const NWC_PROTOCOL: ConnectionProtocol<NwcSecret> = {
  name: 'nwc',
  title: 'Nostr Wallet Connect',
  open: (context) => {
    if (!context.config.nwc.isOn) {
      throw new ConfigError(['SATCHEL_NWC is off: no app can be connected this way']);
    }
    return composeNwcKind(context, context.storage.database, () => readOwnKey(context));
  },
  present: ({ link, clientPubkey, walletPubkey }) => ({
    uri: link,
    client_pubkey: clientPubkey,
    wallet_pubkey: walletPubkey,
  }),
};

async function readOwnKey({ config, dataFolder, random, storage }: Context): Promise<Uint8Array> {
  const secretKey = await readSecretKey(config.secretKey, dataFolder, random);
  await checkSecretKey(storage.database, secretKey);
  return secretKey;
}
