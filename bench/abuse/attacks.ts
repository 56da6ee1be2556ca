import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { sampleText } from '../../test/support/sample-bolt11.ts';
import { pubkeyOf } from '../../test/support/scripted-node/bills.ts';
import { textField } from '../../test/support/wallet-user.ts';
import { fillWallet } from '../growth/fill-wallet.ts';
import { bearer } from '../http-client.ts';
import { addPeople, type Person } from '../people.ts';
import type { Stage } from '../stage.ts';
import type { AttackRequest } from './attack-plan.ts';

export interface Attack {
  readonly name: string;
  readonly requests: readonly AttackRequest[];
  readonly readsAnswers?: boolean;
}

const PICTURES = 300;
const HINTS = 20;
/** The pause between the calls of a user who is not attacking. */
const BELOW_LIMIT_MS = 25;
const FUNDED_SAT = 100_000;

/**
 * Prepares attacks by every public call, and by every call that is cheap for its caller and
 * expensive for the service.
 */
export async function prepareAttacks(stage: Stage, entries: number): Promise<readonly Attack[]> {
  const [attacker, partner] = await addPeople(stage.service, stage.beside, {
    count: 2,
    fundedSat: FUNDED_SAT,
  });
  assert(attacker !== undefined && partner !== undefined);
  await fillWallet(stage.beside, attacker, partner, entries);
  return [
    ...attacksByAnybody(await drawPictures(stage, attacker), await addApp(stage)),
    ...attacksByUser(attacker, entries),
  ];
}

function attacksByAnybody(identifiers: readonly string[], clientId: string): readonly Attack[] {
  const pages = ['/docs', '/sign-in', '/.well-known/oauth-authorization-server', '/balance'];
  return [
    ...['/health', '/openapi.json', '/docs/reference.js', ...pages].map((path) => ({
      name: `GET ${path}`,
      requests: [get(path)],
    })),
    ...['/docs/reference.js', '/openapi.json'].map((path) => ({
      name: `GET ${path}, never read`,
      requests: [get(path)],
      readsAnswers: false,
    })),
    ...['png', 'svg'].map((format) => ({
      name: `GET /qr, ${format}`,
      requests: identifiers.map((identifier) => get(`/qr/${identifier}.${format}`)),
    })),
    { name: 'GET /decode/bolt11', requests: longInvoices() },
    { name: 'GET /oauth', requests: [get(askOf(clientId))] },
    {
      name: 'POST /oauth/token',
      requests: [
        {
          method: 'POST',
          path: '/oauth/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `grant_type=refresh_token&refresh_token=guess&client_id=${clientId}`,
        },
      ],
    },
  ];
}

function attacksByUser({ token }: Person, entries: number): readonly Attack[] {
  const headers = bearer(token);
  const json = { ...headers, 'content-type': 'application/json' };
  const post = (path: string, body: object): AttackRequest => ({
    method: 'POST',
    path,
    headers: json,
    body: JSON.stringify(body),
  });
  const deepest = `/invoices?items=1&page=${entries - 1}`;
  return [
    { name: 'the deepest page of a list', requests: [get(deepest, headers)] },
    { name: 'lists of 1,000', requests: [get('/invoices?items=1000', headers)] },
    {
      name: 'lists of 1,000, never read',
      requests: [get('/invoices?items=1000', headers)],
      readsAnswers: false,
    },
    { name: 'GET /user/summary', requests: [get('/user/summary', headers)] },
    { name: 'POST /invoices', requests: [post('/invoices', { amount: 1 })] },
    {
      name: 'POST /payments/bolt11, refused',
      requests: [post('/payments/bolt11', { invoice: sampleText() })],
    },
  ];
}

const get = (path: string, headers: AttackRequest['headers'] = {}): AttackRequest => ({
  method: 'GET',
  path,
  headers,
});

/** Prepares QR codes of invoices with the longest description, so that the pictures are large. */
async function drawPictures({ http }: Stage, { token }: Person): Promise<readonly string[]> {
  const identifiers: string[] = [];
  while (identifiers.length < PICTURES) {
    const order = { amount: 1, description: 'd'.repeat(600) };
    const created: unknown = JSON.parse(await http.post('/invoices', order, bearer(token)));
    identifiers.push(textField(created, 'identifier'));
    await wait(BELOW_LIMIT_MS);
  }
  return identifiers;
}

async function addApp({ service }: Stage): Promise<string> {
  const email = 'abuse@example.com';
  await service.cli('user', 'add', '--email', email, '--password', 'correct horse battery');
  const app = ['--name', 'App', '--url', 'https://app.example', '--callback', CALLBACK];
  return textField(await service.cli('client', 'add', '--user', email, ...app), 'client_id');
}

const CALLBACK = 'https://app.example/back';

const askOf = (clientId: string): string =>
  `/oauth?${new URLSearchParams({
    client_id: clientId,
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'balance:read',
    state: 's'.repeat(2000),
  })}`;

/** Makes invoices with route hints through nodes that no other invoice names. */
const longInvoices = (): readonly AttackRequest[] =>
  Array.from({ length: PICTURES }, (_, n) => {
    const hop = { shortChannelId: 1n, feeBaseMsat: 0, feeProportionalMillionths: 0 };
    const routeHints = Array.from({ length: HINTS }, (_hint, k) => {
      const key = Buffer.alloc(32, 1);
      key.writeUInt32BE(n * HINTS + k);
      return [{ ...hop, pubkey: pubkeyOf(key), cltvExpiryDelta: 40 }];
    });
    return get(`/decode/bolt11/${sampleText({ routeHints })}`);
  });
