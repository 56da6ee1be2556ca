import assert from 'node:assert/strict';
import { nwcKindDeps } from '../../src/app/compose/nwc-kind-deps.ts';
import { readCheckedKeys } from '../../src/app/context/check-secret-key.ts';
import { addConnection } from '../../src/apps/add-connection.ts';
import { createNwcKind } from '../../src/apps/nwc-keys/nwc-kind.ts';
import { createNwcKeyStore } from '../../src/apps/nwc-keys/sql/nwc-key-store.ts';
import { createConnectionStore } from '../../src/apps/sql/connection-store.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { hexToBytes } from '../../src/base/hex.ts';
import { type Conversation, openConversation } from '../../src/nostr/conversation.ts';
import { type NostrEvent, signEvent } from '../../src/nostr/event.ts';
import { REQUEST_KIND } from '../../src/nwc/wire-kinds.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type Person, roundRobin } from '../people.ts';
import type { Stage } from '../stage.ts';

/** The app's side of a connection. */
export interface BenchApp {
  readonly secret: Uint8Array;
  readonly clientPubkey: string;
  readonly walletPubkey: string;
  readonly conversation: Conversation;
}

/** Connects `count` apps of these users in turn, each by a connection with a key of its own. */
export async function connectApps(
  { beside }: Stage,
  people: readonly Person[],
  count: number,
): Promise<readonly BenchApp[]> {
  const { context, database } = beside;
  const readKeys = () => readCheckedKeys(context, database);
  const stores = { ...beside.stores, nwcKeys: createNwcKeyStore(database) };
  const kind = createNwcKind(nwcKindDeps(context, stores, readKeys));
  const deps = { ...context, connections: createConnectionStore(database) };
  const apps: BenchApp[] = [];
  for (let n = 0; n < count; n += 1) {
    const { userId } = roundRobin(people, n).caller;
    const input = { userId, name: `app ${n}`, scopes: ALL_SCOPES, budget: null, expiresAt: null };
    const added = await addConnection(deps, kind, input);
    assert(added.ok, 'the app is connected');
    const { link, clientPubkey, walletPubkey } = added.value.secret;
    apps.push({ ...openSecret(link, walletPubkey), clientPubkey, walletPubkey });
  }
  return apps;
}

function openSecret(link: string, walletPubkey: string) {
  const secret = hexToBytes(new URL(link).searchParams.get('secret') ?? '', 32);
  assert(secret !== null, 'the link has a secret');
  const conversation = openConversation(secret, walletPubkey);
  assert(conversation !== null, 'the keys are keys');
  return { secret, conversation };
}

/** Signs a request before the measurement, so that only the cost of the other side counts. */
export function signRequest(app: BenchApp, method: string, params: object): NostrEvent {
  const text = JSON.stringify({ method, params });
  return signEvent(
    {
      kind: REQUEST_KIND,
      created_at: Math.floor(systemClock.now().getTime() / 1000),
      content: app.conversation.encrypt(text, 'nip44_v2', systemRandom),
      tags: [
        ['p', app.walletPubkey],
        ['encryption', 'nip44_v2'],
      ],
    },
    app.secret,
    app.clientPubkey,
  );
}
