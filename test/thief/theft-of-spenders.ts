import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { request } from 'undici';
import { field, textField } from '../support/fields.ts';
import { createWebBrowser } from '../support/web-browser.ts';
import { apiDoor, asksForPassword, callApi, type Door, lndhubDoor, nwcDoor } from './doors.ts';
import { signIn } from './sign-in.ts';
import { PASSWORD, type Stage, WALLET_SAT } from './stage.ts';
import { takeAll } from './take-all.ts';
import type { SideDoor, Theft } from './theft.ts';

/** The limit that the pages propose for a wallet of a million: a tenth of it each month. */
const PROPOSED_BUDGET_SAT = 100_000;
const VERIFIER = 'v'.repeat(64);
const SCOPES = 'balance:read payments:send';

/** Calls that no token for payments opens. */
function doorsOfOthers({ service: { baseUrl } }: Stage, token: string): readonly SideDoor[] {
  const isOpen = async (path: string, body?: object): Promise<boolean> =>
    (await callApi(baseUrl + path, token, body)).status === 200;
  const budget = { limit: 'none', budget: null, ask_above: null };
  return [
    {
      name: 'opens the pages with the token',
      tryIt: async () => {
        const answer = await request(`${baseUrl}/security`, {
          headers: { authorization: `Bearer ${token}` },
        });
        await answer.body.dump();
        return answer.statusCode === 200;
      },
    },
    { name: 'raises its own limit', tryIt: () => isOpen('/user/me', budget) },
    { name: 'makes another token', tryIt: () => isOpen('/developer/tokens/new', budget) },
  ];
}

const personalToken: Theft = {
  name: 'personal token',
  title: 'A personal token without a limit',
  promisedSat: WALLET_SAT,
  isLimited: true,
  watchSec: 5,
  steal: async (stage) => {
    const { service, victim, thief } = stage;
    const named = ['--user', victim.email, '--scopes', SCOPES];
    const added = await service.cli('token', 'add', ...named);
    const token = textField(added, 'token');
    const ofLndhub = { authorization: token };
    return {
      names: { id: textField(added, 'id') },
      sideDoors: [
        ...doorsOfOthers(stage, token),
        {
          name: 'speaks LndHub with it',
          tryIt: async () => {
            const url = `${service.baseUrl}/lndhub/ext/balance`;
            return (await callApi(url, ofLndhub.authorization)).status === 200;
          },
        },
      ],
      rob: async () => {
        // A part leaves on the chain, over the other door of the same token.
        const order = { address: await thief.newAddress(), amount: WALLET_SAT / 20 };
        await callApi(`${service.baseUrl}/payments/onchain`, token, order);
        return await takeAll(thief, apiDoor(service.baseUrl, token), WALLET_SAT);
      },
      isGood: async () => (await callApi(`${service.baseUrl}/balance`, token)).status === 200,
    };
  },
};

const appToken: Theft = {
  name: 'app token',
  title: 'The tokens of an app, with the limit that the consent page proposes',
  promisedSat: PROPOSED_BUDGET_SAT,
  isLimited: true,
  watchSec: 5,
  steal: async (stage, cleanups) => {
    const { service, thief } = stage;
    const { clientId, tokens } = await connectApp(stage, cleanups);
    const access = textField(tokens, 'access_token');
    const askForTokens = async (fields: Readonly<Record<string, string>>): Promise<unknown> => {
      const answer = await request(`${service.baseUrl}/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ client_id: clientId, ...fields }).toString(),
      });
      return await answer.body.json();
    };
    let present = access;
    return {
      names: { id: clientId },
      sideDoors: [
        ...doorsOfOthers(stage, access),
        {
          name: 'refreshes to more rights, and to a second budget',
          tryIt: async () => {
            const answer = await askForTokens({
              grant_type: 'refresh_token',
              refresh_token: textField(tokens, 'refresh_token'),
              scope: `${SCOPES} invoices:create transactions:read`,
            });
            if (typeof field(answer, 'access_token') !== 'string') return false;
            present = textField(answer, 'access_token');
            return textField(answer, 'scope').includes('invoices:create');
          },
        },
      ],
      rob: () => takeAll(thief, apiDoor(service.baseUrl, present), WALLET_SAT),
      isGood: async () => (await callApi(`${service.baseUrl}/balance`, present)).status === 200,
    };
  },
};

/** Lets the victim allow an app its access, on the pages. Returns what the app then has. */
async function connectApp({ service, victim }: Stage, cleanups: AsyncDisposableStack) {
  const callback = createServer((call, answer) => answer.end(call.url));
  callback.listen(0, '127.0.0.1');
  await once(callback, 'listening');
  cleanups.defer(async () => void callback.close());
  const address = callback.address();
  assert(typeof address === 'object' && address !== null);
  const origin = `http://127.0.0.1:${address.port}`;
  const named = ['--user', victim.email, '--name', 'Example', '--url', origin];
  const where = ['--callback', `${origin}/callback`, '--public'];
  const clientId = textField(await service.cli('client', 'add', ...named, ...where), 'client_id');
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: `${origin}/callback`,
    scope: SCOPES,
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const browser = createWebBrowser();
  const entrance = await browser.get(`${service.baseUrl}/oauth?${query}`);
  const credentials = { email: victim.email, password: PASSWORD };
  const consent = await browser.submit(entrance, `${service.baseUrl}/sign-in`, credentials);
  const [, path] = /action="(\/consent\/[\w-]+)"/.exec(consent) ?? [];
  assert(path !== undefined, 'the consent page');
  const limit = {
    limit: 'some',
    amount: String(PROPOSED_BUDGET_SAT),
    interval: 'month',
    end: '365',
  };
  const shown = await browser.submit(consent, service.baseUrl + path, {
    decision: 'allow',
    ...limit,
  });
  assert(!asksForPassword(shown), 'signing in on the way counts as the proof');
  const code = new URLSearchParams(shown.split('?')[1]).get('code') ?? '';
  const answer = await request(`${service.baseUrl}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: `${origin}/callback`,
      code_verifier: VERIFIER,
    }).toString(),
  });
  return { clientId, tokens: (await answer.body.json()) as unknown };
}

const nwcSecret: Theft = {
  name: 'nwc secret',
  title: 'The secret of a connection by Nostr Wallet Connect, with the proposed limit',
  promisedSat: PROPOSED_BUDGET_SAT,
  isLimited: true,
  watchSec: 5,
  steal: async ({ service, victim, thief }, cleanups) => {
    const budget = ['--budget', String(PROPOSED_BUDGET_SAT), '--budget-interval', 'month'];
    const added = await service.cli('nwc', 'add', '--user', victim.email, ...budget);
    const { door, app } = await nwcDoor(cleanups, textField(added, 'uri'));
    const isAccepted = async (method: string, params: object): Promise<boolean> =>
      (await app.call(method, params)).code === null;
    return {
      names: { id: textField(added, 'id') },
      sideDoors: [
        {
          name: 'makes another connection',
          tryIt: () => isAccepted('create_connection', { pubkey: app.pubkey, name: 'more' }),
        },
        {
          name: 'raises its own limit',
          tryIt: () => isAccepted('set_budget', { total_budget: 10 ** 12 }),
        },
      ],
      rob: () => takeAll(thief, door, WALLET_SAT),
      isGood: () => isAccepted('get_balance', {}),
    };
  },
};

const lndhubLogin: Theft = {
  name: 'lndhub login',
  title: 'The login of a phone wallet by LndHub, without a limit',
  promisedSat: WALLET_SAT,
  isLimited: true,
  watchSec: 5,
  steal: async ({ service, victim, thief }) => {
    const added = await service.cli('lndhub', 'add', '--user', victim.email);
    const [login, password] = [textField(added, 'login'), textField(added, 'password')];
    const url = `${service.baseUrl}/lndhub/ext`;
    const { door, token } = await lndhubDoor({ url, login, password });
    const isOpen = async (at: string, body?: object): Promise<boolean> =>
      (await callApi(at, token, body)).status === 200;
    return {
      names: { id: textField(added, 'id') },
      sideDoors: [
        {
          name: 'speaks the Wallet API with it',
          tryIt: () => isOpen(`${service.baseUrl}/balance`),
        },
        { name: 'makes another account', tryIt: () => isOpen(`${url}/create`, {}) },
        {
          name: 'signs in on the pages with it',
          tryIt: async () => (await signIn(service.baseUrl, login, password)).isSignedIn,
        },
      ],
      rob: () => takeAll(thief, door satisfies Door, WALLET_SAT),
      isGood: () => isOpen(`${url}/balance`),
    };
  },
};

export const THEFTS_OF_SPENDERS: readonly Theft[] = [
  appToken,
  personalToken,
  nwcSecret,
  lndhubLogin,
];
