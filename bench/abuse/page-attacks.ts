import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MAX_CONTACTS } from '../../src/contacts/limits.ts';
import { createContactStore } from '../../src/contacts/sql/contact-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { textField } from '../../test/support/wallet-user.ts';
import { bearer } from '../http-client.ts';
import { addPeople, type Person, roundRobin } from '../people.ts';
import { signedIn } from '../signed-in.ts';
import type { Stage } from '../stage.ts';
import type { AttackRequest } from './attack-plan.ts';
import type { HostileAttack } from './hostile-attack.ts';

type Headers = AttackRequest['headers'];

/** The number of payments to oneself, each of which adds two records to the month. */
const PAYMENTS = 250;
const FUNDED_SAT = 2000;
/** The pause between payments, which keeps them below the rate limit of a user. */
const PAYMENT_MS = 60;
/** The name of an address that guests pay. */
const PAYABLE = 'payable';
const METADATA = { text: 'm'.repeat(14_000) };
/** The number of connections of an attack, below the rate limit of a network. */
const PACKET = 95;
const SECONDS = 8;

const plain = { beginMs: 1000, readsAnswers: true, isProxied: false, probe: null };

/**
 * Prepares attacks by pages, lists and invalid bodies, which one caller sends at the cost of all
 * others.
 */
export async function pageAttacks(stage: Stage): Promise<readonly HostileAttack[]> {
  const people = await addPeople(stage.service, stage.beside, { count: 1, fundedSat: FUNDED_SAT });
  const person = roundRobin(people, 0);
  await payOneself(stage, person);
  await addContacts(stage, person);
  await stage.beside.stores.addressNames.claimName(
    person.caller.userId,
    PAYABLE,
    systemClock.now(),
    null,
  );
  const month = new Date().toISOString().slice(0, 7);
  const { cookie } = await signedIn(stage, person.caller.userId);
  const user = { cookie };
  const statement = `/statements/${month}`;
  const pages = ['/', '/activity', '/contacts', '/receive', '/send', '/statements', '/webhooks'];
  const guests = ['/sign-in', '/sign-up', '/proof', '/forgot-password', '/docs'];
  const lists = ['', '/incoming', '/outgoing'].map((path) => `/invoices${path}?items=50`);
  const files = ['/activity.csv', `${statement}.csv`, `${statement}.json`, `${statement}?print=1`];
  const { origin } = new URL(stage.service.baseUrl);
  const token = bearer(person.token);
  return [
    ...attacksOn('pages of a user', origin, pages, user),
    ...attacksOn('the statement of a month', origin, [statement], user),
    ...attacksOn('files of a user', origin, files, user),
    ...attacksOn('pages of guests', origin, guests, {}),
    ...attacksOn('contacts, 500 of them', origin, ['/contacts', '/send'], user),
    ...attacksOn('pay pages for guests', origin, [`/pay/${PAYABLE}`], {}),
    ...attacksOn('lists of the API', origin, lists, token),
    ...wrongBodies(token),
  ];
}

/** Prepares attacks by many connections, and by packets whose sender hangs up. */
function attacksOn(
  name: string,
  origin: string,
  paths: readonly string[],
  headers: Headers,
): readonly HostileAttack[] {
  const get = (path: string): AttackRequest => ({ method: 'GET', path, headers });
  return [
    { ...plain, name, perSec: PACKET, count: null, requests: paths.map(get) },
    {
      ...plain,
      name: `${name}, ${PACKET} in a packet`,
      perSec: 1,
      count: SECONDS,
      readsAnswers: false,
      requests: paths.map((path) => ({
        ...get(path),
        body: rawRequest(origin, path, headers),
        times: PACKET - 1,
        hangsUp: true,
      })),
    },
  ];
}

function rawRequest(origin: string, path: string, headers: Headers): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `GET ${path} HTTP/1.1\r\nhost: ${new URL(origin).host}\r\n${lines.join('')}\r\n`;
}

function wrongBodies(token: Headers): readonly HostileAttack[] {
  const headers = { ...token, 'content-type': 'application/json' };
  const post = (name: string, path: string, body: object): HostileAttack => ({
    ...plain,
    name,
    perSec: 30,
    count: SECONDS * 30,
    requests: [{ method: 'POST', path, headers, body: JSON.stringify(body) }],
  });
  const keyed = <T>(count: number, width: number, value: T) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}`.padEnd(width, '0'), value]));
  const keysend = { amount: 1, destination: 'x' };
  const multi = '/payments/keysend/multi';
  return [
    post('3,000 keysends', multi, { keysends: Array(3000).fill(keysend) }),
    post('16,000 numbers in place of keysends', multi, { keysends: Array(16_000).fill(1) }),
    post('2,000 wrong records', '/payments/keysend', {
      ...keysend,
      custom_records: keyed(2000, 6, 1),
    }),
    post('2,000 long keys', '/invoices', { amount: 'x', metadata: keyed(2000, 100, 1) }),
  ];
}

async function payOneself({ http }: Stage, { token }: Person): Promise<void> {
  const order = { amount: 1, description: 'd'.repeat(600), metadata: METADATA };
  for (let n = 0; n < PAYMENTS; n += 1) {
    const made: unknown = JSON.parse(await http.post('/invoices', order, bearer(token)));
    const invoice = textField(made, 'payment_request');
    await http.post('/payments/bolt11', { invoice }, bearer(token));
    await wait(PAYMENT_MS);
  }
}

async function addContacts({ beside }: Stage, { caller }: Person): Promise<void> {
  const contacts = createContactStore(beside.database);
  for (let n = 0; n < MAX_CONTACTS; n += 1) {
    const name = `Contact ${n} ${'n'.repeat(20)}`;
    const contact = {
      id: randomUUID(),
      userId: caller.userId,
      name,
      nameKey: name.toLowerCase(),
      target: `contact${n}@pay.example`,
      createdAt: systemClock.now(),
    };
    const added = await contacts.addContact(contact, MAX_CONTACTS);
    assert.equal(added.kind, 'added');
  }
}
