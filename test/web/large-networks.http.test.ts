import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ADDRESS_GUESSES, ADDRESS_RATES } from '../../src/accounts/limits.ts';
import { createAddressInvoiceStore } from '../../src/address/sql/address-invoice-store.ts';
import { NETWORK_CALLBACKS } from '../../src/web/limits.ts';
import { callerNetwork } from '../../src/web/rate-limits/caller-network.ts';
import { createNetworkRates } from '../../src/web/rate-limits/network-rates.ts';
import { startAccounts } from '../support/account-world.ts';
import { type Answer, call } from '../support/api-user.ts';
import { TEST_CONFIG } from '../support/compose-api.ts';
import { createMovableClock } from '../support/movable-clock.ts';
import { startWalletApi } from '../support/wallet-api.ts';

/** Callers who may use every address of an IPv6 network, and what is left to others. */

const trustedProxies = ['192.0.2.0/24', '127.0.0.1/32'];
const standing = { ...createMovableClock(), monotonicMs: () => 0 };

/** A /64 of the same /48; the first 256 are of the same /56. */
const within48 = (n: number): string => `2001:db8:1:${n.toString(16)}::9`;
const HONEST = ['203.0.113.7', '198.51.100.7', '2001:db8:2::7', '2001:db9::7'];

test('payers of a /56 or a /48 leave an address to others', async () => {
  const limits = { perNetwork: 20, perUser: 200, inAll: 10_000 };
  const rateLimit = { ...TEST_CONFIG.rateLimit, isOn: true };
  const api = await startWalletApi({ after }, { rateLimit, trustedProxies }, (database, deps) => ({
    addressInvoices: createAddressInvoiceStore(database, limits),
    clock: { ...deps.clock, monotonicMs: () => 0 },
  }));
  const ann = await api.addUser();
  await api.deps.addressNames.claimName(ann.user.id, 'ann', api.clock.now(), null);
  const ask = async (address: string): Promise<boolean> => {
    const headers = { 'x-forwarded-for': address };
    const answer: Answer = await call(api.app, 'GET', '/lnurlp/ann/callback?amount=1000', {
      headers,
    });
    return answer.text.includes('"pr"');
  };
  const flood = async (addressOf: (n: number) => string): Promise<number> => {
    let made = 0;
    for (let n = 0; n < 107; n += 1) if (await ask(addressOf(n))) made += 1;
    return made;
  };
  const of56 = await flood(within48);
  assert(of56 <= 2 * limits.perNetwork, `${of56} of a /56`);
  const of48 = await flood((n) => within48(256 + 256 * n));
  assert(of56 + of48 <= 4 * limits.perNetwork, `${of56 + of48} of a /48`);
  for (const address of HONEST) {
    for (let round = 0; round < 5; round += 1) assert(await ask(address), `${address} is served`);
  }
});

test('a proxy that adds ports does not make a network of each connection', async () => {
  const rateLimit = { ...TEST_CONFIG.rateLimit, isOn: true };
  const api = await startWalletApi({ after }, { rateLimit, trustedProxies }, (_, deps) => ({
    clock: { ...deps.clock, monotonicMs: () => 0 },
  }));
  const ann = await api.addUser();
  await api.deps.addressNames.claimName(ann.user.id, 'ann', api.clock.now(), null);
  const countServed = async (textOf: (n: number) => string): Promise<number> => {
    let served = 0;
    for (let n = 0; n < 30; n += 1) {
      const answer = await call(api.app, 'GET', '/lnurlp/ann/callback?amount=1000', {
        headers: { 'x-forwarded-for': textOf(n) },
      });
      if (answer.text.includes('"pr"')) served += 1;
    }
    return served;
  };
  const spellings: readonly ((n: number) => string)[] = [
    () => '203.0.113.7',
    (n) => `198.51.100.8:${50_000 + n}`,
    (n) => `[2001:db8:5::8]:${50_000 + n}`,
    (n) => `"[2001:db8:6::8]:${50_000 + n}"`,
    (n) => `2001:db8:7::8%eth${n}`,
    (n) => `::ffff:233.252.0.${1}:${n}`.replace(/:\d+$/, ''),
    (n) => `8.8.8.8, 198.18.0.9:${n}, 192.0.2.5:${n}`,
    (n) => `garbage ${n}`,
  ];
  for (const textOf of spellings) {
    const served = await countServed(textOf);
    // The fuller the address is, the smaller is the share.
    assert(served >= 10 && served <= NETWORK_CALLBACKS.burst, `${served} of ${textOf(0)}`);
  }
});

test('guesses of a /48 are bounded, and people elsewhere sign in', async (t) => {
  const addressRates = createNetworkRates(standing, ADDRESS_RATES);
  const own = await startAccounts(t, { changes: { addressRates } });
  const person = await own.addPerson();
  const statusFrom = async (address: string, fields: Record<string, string>) => {
    return (await own.browser(address).post('/sign-in', fields)).statusCode;
  };
  let guessed = 0;
  for (let n = 0; n < 5 * ADDRESS_GUESSES.burst; n += 1) {
    const guess = { email: `p${n}@example.com`, password: 'a guess' };
    if ((await statusFrom(within48(256 * n), guess)) === 400) guessed += 1;
  }
  assert.equal(guessed, 4 * ADDRESS_GUESSES.burst);
  const { email, password } = person;
  for (const address of HONEST) assert.equal(await statusFrom(address, { email, password }), 303);
});

test('guesses of a /48 at one account leave its owner some elsewhere', async (t) => {
  const own = await startAccounts(t);
  const { email, password } = await own.addPerson();
  const statusFrom = async (address: string, guess: string): Promise<number> => {
    return (await own.browser(address).post('/sign-in', { email, password: guess })).statusCode;
  };
  const statuses = new Set<number>();
  for (let n = 0; n < 60; n += 1) statuses.add(await statusFrom(within48(256 * n), 'a guess'));
  assert.deepEqual([...statuses], [400, 429]);
  assert.equal(await statusFrom('203.0.113.7', password), 303);
});

test('what is stored for strangers is bounded for a /48, whatever it is', () => {
  const rates = createNetworkRates(standing, ADDRESS_RATES);
  for (const kind of ['sign_up', 'guest', 'authorization_request'] as const) {
    const take = (address: string) => rates.take(kind, callerNetwork(address));
    const { limit } = take('192.0.2.9');
    const passed = (addressOf: (n: number) => string): number =>
      Array.from({ length: 10 * limit }, (_, n) => take(addressOf(n))).filter(
        ({ isAllowed }) => isAllowed,
      ).length;
    assert.equal(
      passed((n) => within48(n % 256)),
      2 * limit,
      'a /56',
    );
    assert.equal(
      passed((n) => within48(256 * (n % 256))),
      2 * limit,
      'the rest of its /48',
    );
    assert.equal(
      passed(() => '203.0.113.7'),
      limit,
      'others',
    );
  }
});
