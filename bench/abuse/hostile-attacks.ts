import assert from 'node:assert/strict';
import { request } from 'undici';
import { newFormToken } from '../../src/accounts/form-token.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { textField } from '../../test/support/wallet-user.ts';
import { bearer } from '../http-client.ts';
import { addPeople, type Person, roundRobin } from '../people.ts';
import { signedIn } from '../signed-in.ts';
import type { Stage } from '../stage.ts';
import type { AttackRequest } from './attack-plan.ts';
import type { HostileAttack } from './hostile-attack.ts';
import { honestRequests, probeCallback, probeRelay, probeSignIn } from './probes.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const JSON_TYPE = { 'content-type': 'application/json' };
/** A large JSON body, but below every limit of a body. */
const JSON_BODY = `{"amount":1,"a":[${'1,'.repeat(127_000)}1]}`;
const FORM_BODY = 'a&'.repeat(127_000);
/** The number of large bodies, low enough for a service without a limit to recover. */
const BODIES = 40;
const SECONDS = 8;
const NAME = 'attacked';
const FUNDED_SAT = 2000;

const plain = {
  perSec: 5,
  count: null,
  beginMs: 1000,
  readsAnswers: true,
  isProxied: false,
  probe: null,
};

export async function prepareHostile(stage: Stage): Promise<readonly HostileAttack[]> {
  const people = await addPeople(stage.service, stage.beside, { count: 1, fundedSat: FUNDED_SAT });
  const attacker = roundRobin(people, 0);
  const { addressNames } = stage.beside.stores;
  await addressNames.claimName(attacker.caller.userId, NAME, systemClock.now(), null);
  return [
    ...bodiesOfStrangers(),
    ...bodiesOfUser(attacker),
    await keysendsToSelf(stage, attacker),
    ...(await signatureForms(stage, attacker)),
    ...(await manyNetworks(stage)),
    ...heldAndHuge(),
  ];
}

function bodiesOfStrangers(): readonly HostileAttack[] {
  const post = (path: string, headers: AttackRequest['headers'], body: string): HostileAttack => ({
    ...plain,
    count: BODIES,
    name: `${body.length >> 10} KB to POST ${path}`,
    requests: [{ method: 'POST', path, headers, body }],
  });
  return [
    post('/nowhere', JSON_TYPE, JSON_BODY),
    post('/lnurlp/a/b/c/d', JSON_TYPE, JSON_BODY),
    post('/lndhub/ext/zzz', FORM, FORM_BODY),
    post('/lndhub/ext/auth', FORM, FORM_BODY),
    post('/webhooks/signature-help', FORM, 'a&'.repeat(98_000)),
  ];
}

function bodiesOfUser({ token }: Person): readonly HostileAttack[] {
  const headers = { ...bearer(token), ...JSON_TYPE };
  const post = (name: string, path: string, body: string, perSec: number): HostileAttack => ({
    ...plain,
    count: SECONDS * perSec,
    name,
    perSec,
    requests: [{ method: 'POST', path, headers, body }],
  });
  const metadata = { text: 'm'.repeat(16_000) };
  const order = JSON.stringify({ amount: 1, expiry: 1, metadata });
  return [
    post('255 KB to POST /invoices with a token', '/invoices', JSON_BODY, 9),
    post('invoices that expire at once, rows and bytes', '/invoices', order, 120),
  ];
}

const KEYSENDS = 100;

async function keysendsToSelf(
  { beside }: Stage,
  { token, caller }: Person,
): Promise<HostileAttack> {
  const user = await beside.parts.users.findUser(caller.userId);
  const keysend = {
    amount: 1,
    destination: beside.parts.node.pubkey,
    custom_records: { 696969: user?.identifier ?? '', 700001: 'r'.repeat(2000) },
  };
  const body = JSON.stringify({ keysends: Array.from({ length: KEYSENDS }, () => keysend) });
  const headers = { ...bearer(token), ...JSON_TYPE };
  const path = '/payments/keysend/multi';
  const request = { method: 'POST', path, headers, body } as const;
  const name = 'a hundred keysends to oneself, rows and bytes';
  return { ...plain, name, count: BODIES, requests: [request] };
}

/** Prepares forms for endpoints, sent by a signed-in user with the token of a form. */
async function signatureForms(
  stage: Stage,
  { caller, token }: Person,
): Promise<readonly HostileAttack[]> {
  const { http, service } = stage;
  const input = { url: 'https://shop.example/hook', filter_types: ['invoice.incoming.settled'] };
  const made: unknown = JSON.parse(await http.post('/webhook_endpoints', input, bearer(token)));
  const endpoint = textField(made, 'id');
  const { secret, cookie } = await signedIn(stage, caller.userId);
  const headers = { ...FORM, cookie };
  const path = '/webhooks/signature-help';
  const csrf_token = newFormToken(secret, systemRandom);
  const body = `${new URLSearchParams({ csrf_token, endpoint, body: '{}' })}`;
  const explained = await request(service.baseUrl + path, { method: 'POST', headers, body });
  assert.equal(explained.statusCode, 200, await explained.body.text());
  const form = (name: string, fields: Readonly<Record<string, string>>): HostileAttack => {
    const hostile = new URLSearchParams({ csrf_token, endpoint, body: '{}', ...fields });
    const asked = { method: 'POST', path, headers, body: `${hostile}` } as const;
    return { ...plain, name, perSec: 1, count: 4, requests: [asked] };
  };
  return [
    form('signature-help, a row of =', { signature: `v1,${'='.repeat(10_000)}a` }),
    form('signature-help, a row of quotes', { signature: `a${"'".repeat(20_000)}a` }),
    form('signature-help, the secret', { secret: `a${"' ".repeat(5000)}a` }),
    form('signature-help, a body in many levels', {
      signature: 'v1,AAAA',
      body: `${'['.repeat(60)}${'1,'.repeat(32_000)}1${']'.repeat(60)}`,
    }),
  ];
}

/**
 * A stranger of the network `2001:db8:1::/48`, which contains 65,536 networks of the size that a
 * home gets.
 */
const fromOwnNetwork = (n: number): Readonly<Record<string, string>> => ({
  'x-forwarded-for': `2001:db8:1:${(n & 65_535).toString(16)}::1`,
});

async function manyNetworks(stage: Stage): Promise<readonly HostileAttack[]> {
  const callback = `/lnurlp/${NAME}/callback?amount=10000`;
  const guest = await honestRequests(stage, 1);
  const from = (count: number, make: (n: number) => Omit<AttackRequest, 'method'>) =>
    Array.from({ length: count }, (_, n) => ({ method: 'GET', ...make(n) }) as const);
  const proxied = { ...plain, isProxied: true };
  return [
    {
      ...proxied,
      name: 'a /48 fills the open invoices of an address',
      perSec: 200,
      count: 1000,
      requests: from(1000, (n) => ({ path: callback, headers: fromOwnNetwork(n >> 3) })),
      probe: probeCallback(callback),
    },
    {
      ...proxied,
      name: 'a /48 fills the sockets of the relay',
      perSec: 2000,
      count: 5200,
      readsAnswers: false,
      requests: from(5200, (n) => ({
        path: '/relay',
        headers: { ...UPGRADE, ...fromOwnNetwork(n >> 6) },
      })),
      probe: probeRelay,
    },
    {
      ...proxied,
      name: 'a /48 fills the queue of passwords',
      perSec: 200,
      requests: Array.from({ length: 1000 }, (_, n) => ({
        ...roundRobin(guest, 0),
        headers: { ...roundRobin(guest, 0).headers, ...fromOwnNetwork(n) },
      })),
      probe: probeSignIn(stage),
    },
  ];
}

export const UPGRADE = {
  connection: 'upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
};

const HALF_BYTES = 250_000;
const FRAME_LENGTH = 66_000;
const FRAMES = 90;

function heldAndHuge(): readonly HostileAttack[] {
  const held = { ...plain, readsAnswers: false };
  const frame = `["EVENT",{"a":[${'1,'.repeat(FRAME_LENGTH / 2)}1]}]`;
  return [
    {
      ...held,
      name: '1,500 bodies that are half sent',
      // This is 25 MB per second. A thousand bodies are held when the effect on others is measured,
      // and the rest follows.
      perSec: 100,
      beginMs: 10_000,
      count: 1500,
      requests: [
        {
          method: 'POST',
          path: '/lndhub/ext/auth',
          headers: { ...JSON_TYPE, 'content-length': '262000' },
          body: `{"login":"${'x'.repeat(HALF_BYTES)}`,
        },
      ],
    },
    {
      ...held,
      name: 'frames of 66 KB to the relay',
      perSec: 20,
      count: 20,
      requests: [
        {
          method: 'GET',
          path: '/relay',
          headers: UPGRADE,
          body: writeFrame(frame.slice(0, FRAME_LENGTH)),
          times: FRAMES,
        },
      ],
    },
  ];
}

/** Writes a text frame (RFC 6455, 5.2) with a mask of zeros, one byte per character. */
function writeFrame(text: string): string {
  const head = Buffer.alloc(14);
  head[0] = 0x81;
  head[1] = 0x80 | 127;
  head.writeBigUInt64BE(BigInt(text.length), 2);
  return head.toString('latin1') + text;
}
