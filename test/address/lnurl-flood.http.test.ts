import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { CALLBACK_WAIT_MS, MAX_ADDRESS_INVOICES_AT_ONCE } from '../../src/address/limits.ts';
import { createAddressInvoiceStore } from '../../src/address/sql/address-invoice-store.ts';
import { createStrangerQueue, type StrangerQueue } from '../../src/address/stranger-queue.ts';
import { NETWORK_CALLBACKS } from '../../src/web/limits.ts';
import { type Answer, call } from '../support/api-user.ts';
import { TEST_CONFIG } from '../support/compose-api.ts';
import { eventually } from '../support/eventually.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** Checklist of LNURL, 13: strangers ask for as many invoices as they can. */

const LIMITS = { perNetwork: 5, perUser: 40, inAll: 60 };
const HONEST = '198.51.100.7';

/** Small limits, a count of what the node was asked for, and two users with addresses. */
async function start(isLimited: boolean) {
  let [addInvoices, callsInTurn] = [0, 0];
  const gate = createGate();
  const clock = createVirtualClock();
  const turns = createStrangerQueue(clock);
  const strangerQueue: StrangerQueue = {
    run: (network, work) => {
      callsInTurn += 1;
      return turns.run(network, work);
    },
  };
  const rateLimit = { ...TEST_CONFIG.rateLimit, isOn: isLimited };
  const trustedProxies = ['127.0.0.1/32'];
  const api = await startWalletApi({ after }, { rateLimit, trustedProxies }, (database, deps) => ({
    addressInvoices: createAddressInvoiceStore(database, LIMITS),
    clock: { ...deps.clock, monotonicMs: () => 0 },
    strangerQueue,
    lightning: {
      ...deps.lightning,
      createInvoice: async (spec) => {
        addInvoices += 1;
        if (spec.purpose.kind === 'hash') await gate.passed();
        return await deps.lightning.createInvoice(spec);
      },
    },
  }));
  const [ann, bob] = [await api.addUser(), await api.addUser()];
  const { addressNames } = api.deps;
  await addressNames.claimName(ann.user.id, 'ann', api.clock.now(), null);
  await addressNames.claimName(bob.user.id, 'bob', api.clock.now(), null);
  const ask = (name: string, network: string): Promise<Answer> =>
    call(api.app, 'GET', `/lnurlp/${name}/callback?amount=1000`, {
      headers: { 'x-forwarded-for': network },
    });
  /** Every network asks at the same time; the number of those that got an invoice. */
  const flood = async (name: string, networks: readonly string[], each: number) => {
    const asked = networks.flatMap((network) =>
      Array.from({ length: each }, () => ask(name, network)),
    );
    return (await Promise.all(asked)).filter(isInvoice).length;
  };
  const countOpen = async (): Promise<number> => {
    const page = { limit: 1000, offset: 0 };
    return (await api.deps.addressInvoices.listExpired(new Date('2100-01-01'), page)).length;
  };
  const asked = { addInvoices: () => addInvoices, callsInTurn: () => callsInTurn, countOpen };
  return { api, ann, bob, ask, flood, clock, gate, ...asked };
}

/** Holds up the node's invoices for strangers while it is shut. */
function createGate() {
  let opened = Promise.withResolvers<void>();
  opened.resolve();
  return {
    shut: () => {
      opened = Promise.withResolvers<void>();
    },
    open: () => opened.resolve(),
    passed: () => opened.promise,
  };
}

const until = (what: string, holds: () => boolean): Promise<unknown> =>
  eventually(what, () => (holds() ? true : null));

/** A refusal says so with status 200, and gives a reason. */
function isInvoice({ status, text }: Answer): boolean {
  assert.equal(status, 200, text);
  if (text.includes('"pr":"')) return true;
  assert.match(text, /"status":"ERROR","reason":"Too (many|busy)/);
  return false;
}

const networksOf = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `198.18.${n}.1`);

test('13 one network gets few, and the node is asked for no more', async () => {
  const { ask, flood, addInvoices } = await start(false);
  const made = await flood('ann', ['192.0.2.1'], 100);
  assert(made > 0 && made <= LIMITS.perNetwork, `${made}`);
  assert.equal(addInvoices(), made);
  assert.equal(await flood('bob', ['192.0.2.1'], 100), 0, 'nor for another address');
  assert(isInvoice(await ask('ann', HONEST)));
});

test('13 many networks leave room at the address that they flood, and no one else notices', async () => {
  const { ann, bob, ask, flood, addInvoices } = await start(false);
  const made = await flood('ann', networksOf(10), 30);
  assert(made < LIMITS.perUser, `${made}`);
  assert.equal(addInvoices(), made);
  assert(isInvoice(await ask('ann', HONEST)));
  assert(isInvoice(await ask('bob', HONEST)));
  for (const { post } of [ann, bob]) {
    assert.equal((await post('/invoices', { amount: 5 })).status, 200);
  }
  await bob.receive(100);
  const paid = await bob.post('/payments/bolt11', { invoice: await ann.invoice(30) });
  assert.equal(paid.status, 200, paid.text);
  assert.equal(await ann.balanceSat(), 30);
});

test('13 a flood for all addresses is bounded too, and leaves room', async () => {
  const { ask, flood, addInvoices } = await start(false);
  const networks = networksOf(15);
  const made = (await flood('ann', networks, 10)) + (await flood('bob', networks, 10));
  assert(made < LIMITS.inAll, `${made}`);
  assert.equal(addInvoices(), made);
  assert(isInvoice(await ask('bob', HONEST)));
});

test('13 a network that asks too often is refused without a statement', async () => {
  const { api, ann, ask, flood, addInvoices } = await start(true);
  await flood('ann', ['192.0.2.1'], NETWORK_CALLBACKS.burst);
  const made = addInvoices();
  api.takeStatements();
  assert.equal(await flood('ann', ['192.0.2.1'], 50), 0);
  assert.deepEqual(api.takeStatements(), []);
  assert.equal(addInvoices(), made);
  assert(isInvoice(await ask('ann', HONEST)));
  assert.equal((await ann.post('/invoices', { amount: 5 })).status, 200);
});

test('13 many networks at once: the node makes few invoices at a time, and users do not wait', async () => {
  const { ann, ask, gate, addInvoices, callsInTurn, countOpen } = await start(false);
  const networks = networksOf(MAX_ADDRESS_INVOICES_AT_ONCE + 4);
  gate.shut();
  const answers = networks.map((network) => ask('ann', network));
  await until('all wait', () => callsInTurn() === networks.length);
  await until('the node is busy', () => addInvoices() === MAX_ADDRESS_INVOICES_AT_ONCE);
  assert.equal((await ann.post('/invoices', { amount: 5 })).status, 200);
  assert.equal(addInvoices(), MAX_ADDRESS_INVOICES_AT_ONCE + 1);
  assert.equal(await countOpen(), MAX_ADDRESS_INVOICES_AT_ONCE, 'who waits has written nothing');
  gate.open();
  assert((await Promise.all(answers)).every(isInvoice));
});

test('13 who would wait too long is told so, and leaves nothing behind', async () => {
  const { ask, clock, gate, addInvoices, callsInTurn, countOpen } = await start(false);
  gate.shut();
  const first = ask('ann', HONEST);
  const second = ask('ann', HONEST);
  await until('both are there', () => callsInTurn() === 2);
  await until('the first is at the node', () => addInvoices() === 1);
  await clock.advance(CALLBACK_WAIT_MS);
  const { status, text, headers } = await second;
  assert.equal(status, 200);
  assert.match(text, /^{"status":"ERROR","reason":"Too busy: /);
  assert.equal(headers['access-control-allow-origin'], '*');
  gate.open();
  assert(isInvoice(await first), 'what has begun is finished');
  assert.equal(addInvoices(), 1);
  assert.equal(await countOpen(), 1);
});

test('13 a caller who goes away while waiting holds up no one', async () => {
  const { api, ask, gate, callsInTurn } = await start(false);
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  gate.shut();
  const first = ask('ann', HONEST);
  await until('the first is there', () => callsInTurn() === 1);
  const leaving = new AbortController();
  const headers = { 'x-forwarded-for': HONEST };
  const gone = fetch(`${url}/lnurlp/ann/callback?amount=1000`, { headers, signal: leaving.signal });
  const failed = assert.rejects(gone, /abort/);
  await until('the second waits', () => callsInTurn() === 2);
  leaving.abort();
  await failed;
  const third = ask('ann', HONEST);
  await until('the third waits', () => callsInTurn() === 3);
  gate.open();
  assert(isInvoice(await first));
  assert(isInvoice(await third));
});
