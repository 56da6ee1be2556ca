import assert from 'node:assert/strict';
import { Agent, request } from 'undici';
import { claimAddress } from '../../src/address/claim-address.ts';
import { addPersonalToken } from '../../src/apps/add-personal-token.ts';
import { LNDHUB_PREFIX } from '../../src/apps/lndhub-devices/lndhub-token.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { toEvent } from '../../src/nostr/event.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { addUser } from '../../src/users/add-user.ts';
import type { Answer } from './answer.ts';
import { type AppKeys, connectApps } from './app-keys.ts';
import type { Installation } from './installation.ts';
import { askOwner } from './owners.ts';
import { openPhoneClient } from './phone-client.ts';
import { openRelayClient, type RelayClient } from './relay-client.ts';

/** A user with a wallet, as a client of the API knows them. */
export interface Wallet {
  readonly name: string;
  readonly userId: string;
  readonly identifier: string;
  readonly token: string;
  /** Null where no apps are played. */
  readonly apps: AppKeys | null;
}

export interface Call {
  readonly path: string;
  /** Makes it a POST. */
  readonly body?: object;
  readonly key?: string | null;
}

export async function addWallets(
  { withDatabase, dataDir }: Pick<Installation, 'withDatabase'> & { readonly dataDir?: string },
  names: readonly string[],
  asking: ReadonlySet<string> = new Set(),
): Promise<readonly Wallet[]> {
  return await withDatabase(async (database, stores) => {
    const deps = {
      ...stores,
      clock: systemClock,
      random: systemRandom,
      // No one signs in with these passwords.
      passwords: { hash: async () => 'none' },
    };
    const wallets: Wallet[] = [];
    for (const name of names) {
      const email = `${name}@example.com`;
      const user = await addUser(deps, { email, password: 'not used', name, isAdmin: false });
      assert(user.ok, 'the user is accepted');
      const { id: userId, identifier } = user.value;
      const token = await addPersonalToken(deps, {
        userId,
        name: 'crash test',
        expiresInSec: null,
        scopes: ALL_SCOPES.join(' '),
      });
      assert(token.ok, 'the token is accepted');
      const named = await claimAddress(deps, { userId, text: name, by: 'user' });
      assert(named.ok, 'the name of the address is free');
      const apps = dataDir === undefined ? null : await connectApps(database, { userId, dataDir });
      if (asking.has(name)) await askOwner(database, stores, userId, systemClock.now());
      wallets.push({ name, userId, identifier, token: token.value.token, apps });
    }
    return wallets;
  });
}

/** Never on a connection that a process left behind which is dead now. */
const freshConnections = () => new Agent({ connections: 64, pipelining: 1 });

export interface Client {
  /** Null when no answer came: no one knows what became of the call. */
  call(wallet: Wallet, call: Call): Promise<Answer | null>;
  close(): Promise<void>;
}

const ANSWER_LIMIT_MS = 40_000;

/** Calls of the Wallet API; and by their paths those of the other protocols. */
export function openClient(baseUrl: string): Client {
  const dispatcher = freshConnections();
  const send = async (path: string, headers: object, body?: object): Promise<Answer | null> => {
    try {
      const answer = await request(baseUrl + path, {
        dispatcher,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: body === undefined ? null : JSON.stringify(body),
        headersTimeout: ANSWER_LIMIT_MS,
      });
      return { status: answer.statusCode, body: await answer.body.json() };
    } catch {
      return null;
    }
  };
  const relay = openRelayClient(baseUrl);
  const phones = openPhoneClient((path, body, token) =>
    send(path, token === null ? {} : { authorization: `Bearer ${token}` }, body),
  );
  return {
    call: async ({ token, apps }, { path, body, key }) => {
      if (path === '/relay') return await askRelay(relay, keysOf(apps), body);
      if (path.startsWith(LNDHUB_PREFIX)) return await phones.ask(keysOf(apps), path, body ?? {});
      const keyed = typeof key === 'string' ? { 'idempotency-key': key } : {};
      return await send(path, { authorization: `Bearer ${token}`, ...keyed }, body);
    },
    close: async () => {
      relay.close();
      await dispatcher.destroy();
    },
  };
}

export function keysOf(apps: Wallet['apps']): AppKeys {
  assert(apps !== null, 'the apps of this wallet are connected');
  return apps;
}

async function askRelay(
  relay: RelayClient,
  apps: AppKeys,
  body: object | undefined,
): Promise<Answer | null> {
  const event = toEvent(body);
  assert(event !== null, 'what is sent to a relay is an event');
  return await relay.ask(apps, event);
}
