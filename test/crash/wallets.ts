import assert from 'node:assert/strict';
import { Agent, request } from 'undici';
import { ALL_SCOPES } from '../../src/access/scope.ts';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { systemRandom } from '../../src/adapters/system-random.ts';
import { addUser } from '../../src/usecases/accounts/add-user.ts';
import { chooseAddressName } from '../../src/usecases/addresses/choose-address-name.ts';
import { addPersonalToken } from '../../src/usecases/apps/add-personal-token.ts';
import type { Installation } from './installation.ts';

/** A user with a wallet, as a client of the API knows them. */
export interface Wallet {
  readonly name: string;
  readonly userId: string;
  readonly identifier: string;
  readonly token: string;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Call {
  readonly path: string;
  /** Makes it a POST. */
  readonly body?: object;
  readonly key?: string | null;
}

export async function addWallets(
  installation: Pick<Installation, 'withDatabase'>,
  names: readonly string[],
): Promise<readonly Wallet[]> {
  return await installation.withDatabase(async (_, stores) => {
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
      const token = await addPersonalToken(deps, {
        email,
        name: 'crash test',
        expiresInSec: null,
        scopes: ALL_SCOPES.join(' '),
      });
      assert(user.ok && token.ok, 'the user and the token are accepted');
      const { id: userId, identifier } = user.value;
      const named = await chooseAddressName(deps, { userId, text: name, by: 'user' });
      assert(named.ok, 'the name of the address is free');
      wallets.push({ name, userId, identifier, token: token.value.token });
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

export function openClient(baseUrl: string): Client {
  const dispatcher = freshConnections();
  return {
    call: async (wallet, { path, body, key }) => {
      try {
        const answer = await request(baseUrl + path, {
          dispatcher,
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            authorization: `Bearer ${wallet.token}`,
            ...(body !== undefined && { 'content-type': 'application/json' }),
            ...(typeof key === 'string' && { 'idempotency-key': key }),
          },
          body: body === undefined ? null : JSON.stringify(body),
          headersTimeout: ANSWER_LIMIT_MS,
        });
        return { status: answer.statusCode, body: await answer.body.json() };
      } catch {
        return null;
      }
    },
    close: () => dispatcher.destroy(),
  };
}
