import assert from 'node:assert/strict';
import { addConnection } from '../../src/apps/add-connection.ts';
import type { ConnectionKind, DeviceSecret } from '../../src/apps/connection-kind.ts';
import { createLndhubKind } from '../../src/apps/lndhub-devices/lndhub-kind.ts';
import { createLndhubStore } from '../../src/apps/lndhub-devices/sql/lndhub-store.ts';
import { createNwcKind } from '../../src/apps/nwc-keys/nwc-kind.ts';
import { createNwcKeyStore } from '../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import { createConnectionStore } from '../../src/apps/sql/connection-store.ts';
import { deriveKey } from '../../src/authorization/derived-key.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { readSecretKey } from '../../src/config/secrets.ts';
import type { Database } from '../../src/database/db.ts';
import { type Conversation, openConversation } from '../../src/nostr/conversation.ts';
import { openDataFolder } from '../../src/system/data-folder.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';

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
    const input = { userId, name: 'crash test', scopes: ALL_SCOPES, budget: null, expiresAt: null };
    const added = await addConnection({ ...ports, connections }, kind, input);
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
      return deriveKey(await readSecretKey(null, folder, systemRandom), 'nwc wallet keys');
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
