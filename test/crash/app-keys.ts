import assert from 'node:assert/strict';
import type { ConnectionKind, DeviceSecret } from '../../src/access/connection-kind.ts';
import { ALL_SCOPES } from '../../src/access/scope.ts';
import { openDataFolder } from '../../src/adapters/data-folder.ts';
import { createConnectionStore } from '../../src/adapters/postgres/apps/connection-store.ts';
import { createLndhubStore } from '../../src/adapters/postgres/apps/lndhub-store.ts';
import { createNwcKeyStore } from '../../src/adapters/postgres/apps/nwc-key-store.ts';
import type { Database } from '../../src/adapters/postgres/connection/db.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { systemRandom } from '../../src/adapters/system-random.ts';
import { walletKeysKey } from '../../src/compose/compose-nwc-kind.ts';
import { readSecretKey } from '../../src/config/secrets.ts';
import { type Conversation, openConversation } from '../../src/nostr/conversation.ts';
import { addConnection } from '../../src/usecases/apps/add-connection.ts';
import { createLndhubKind } from '../../src/usecases/apps/lndhub-kind.ts';
import { createNwcKind } from '../../src/usecases/nwc/nwc-kind.ts';

/** What the apps of a wallet's user were shown once. */
export interface AppKeys {
  /** Over Nostr Wallet Connect. */
  readonly privateKey: Uint8Array;
  readonly clientPubkey: string;
  readonly walletPubkey: string;
  readonly conversation: Conversation;
  /** Over LndHub. */
  readonly login: string;
  readonly password: string;
}

/** Connects an app of each protocol, as the pages and commands do. */
export async function connectApps(
  database: Database,
  { userId, dataDir }: { readonly userId: string; readonly dataDir: string },
): Promise<AppKeys> {
  const ports = { clock: systemClock, random: systemRandom };
  const connections = createConnectionStore(database);
  const connect = async <Secret extends DeviceSecret>(kind: ConnectionKind<Secret>) => {
    const wish = { userId, name: 'crash test', scopes: ALL_SCOPES, budget: null, expiresAt: null };
    const added = await addConnection({ ...ports, connections }, kind, wish);
    assert(added.ok, 'an app is connected');
    return added.value.secret;
  };
  const nwc = createNwcKind({
    ...ports,
    nwcKeys: createNwcKeyStore(database),
    addressNames: { findName: async () => null },
    addressDomain: () => 'example.com',
    sealKey: async () => {
      const folder = await openDataFolder(dataDir, systemRandom);
      return walletKeysKey(await readSecretKey(null, folder, systemRandom));
    },
    relays: () => ['ws://localhost/relay'],
  });
  const { link, clientPubkey, walletPubkey } = await connect(nwc);
  const secret = new URL(link).searchParams.get('secret') ?? '';
  const privateKey = new Uint8Array(Buffer.from(secret, 'hex'));
  const conversation = openConversation(privateKey, walletPubkey);
  assert(conversation !== null, 'the key of a connection is one');
  const lndhub = createLndhubStore(database);
  const hub = await connect(createLndhubKind({ lndhub, baseUrl: () => 'http://localhost' }));
  const [, login = '', password = ''] = /^lndhub:\/\/([^:]+):([^@]+)@/.exec(hub.link) ?? [];
  return { privateKey, clientPubkey, walletPubkey, conversation, login, password };
}
