import assert from 'node:assert/strict';
import { MAX_DESCRIPTION_BYTES } from '../../../src/base/limits.ts';
import { NodeFault } from '../../../src/lightning/node-port.ts';
import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import { readHidden } from '../browser.ts';
import type { PageTour } from './page-tour.ts';

/** Visits invoices in every state, with and without a lightning address. */
export async function tourReceive(world: AccountWorld, tour: PageTour): Promise<void> {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  const visitor = tour.with(browser);
  await visitor.open('/receive');
  for (const bad of [
    { amount: 'x' },
    { amount: '1', memo: 'x'.repeat(MAX_DESCRIPTION_BYTES + 1) },
  ]) {
    await visitor.submit('/receive', bad);
  }
  const make = async (fields: Readonly<Record<string, string>>): Promise<string> => {
    const { location } = (await browser.post('/receive', { expiry: '900', ...fields })).headers;
    assert(typeof location === 'string');
    return location;
  };
  const once = readHidden(await browser.get('/receive'), 'once');
  const path = await make({ amount: '1000', memo: '№', once });
  await visitor.submit('/receive', { amount: '2', once });
  const bolt11 = /data-copy="(lnbc\w+)"/.exec((await visitor.open(path)).body)?.[1] ?? '';
  const late = await make({ amount: '2000' });
  await visitor.open(await make({ amount: '', memo: '№' }));
  await visitor.open('/activity?state=waiting');
  await browser.post(`${late}/hide`);
  await visitor.open('/');
  const payer = await asApiUser(world, (await world.addPerson()).user);
  await payer.receive(5000);
  assert.equal((await payer.post('/payments/bolt11', { invoice: bolt11 })).status, 200);
  await visitor.open(path);
  world.clock.move(901_000);
  await visitor.open(late);
  await world.deps.addressNames.claimName(person.user.id, 'n9', world.clock.now(), null);
  await visitor.open('/receive');
  const { createInvoice, newestPaymentIndex } = world.node;
  const away = async () => {
    throw new NodeFault('away');
  };
  Object.assign(world.node, { createInvoice: away, newestPaymentIndex: away });
  await visitor.submit('/receive', { amount: '1' });
  await visitor.open('/');
  const { changePreferences } = world.deps.users;
  Object.assign(world.accounts.users, { changePreferences: away });
  await visitor.submit('/preferences', { unit: 'sat', theme: 'dark' });
  Object.assign(world.accounts.users, { changePreferences });
  Object.assign(world.node, { createInvoice, newestPaymentIndex });
}

/** Visits the pages for play money. `world` has another wallet, which pays nothing. */
export async function tourPlay(world: AccountWorld, tour: PageTour): Promise<void> {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  const visitor = tour.with(browser);
  await tour.with(world.browser()).open('/');
  await visitor.open('/', '/play', '/offline');
  await (await asApiUser(world, person.user)).receive(7);
  await visitor.open('/');
  const made = await browser.post('/receive', { amount: '7', expiry: '900' });
  await visitor.open(String(made.headers.location));
  await visitor.post('/play/pay', { invoice: '№' });
  await browser.post('/play/pay', { invoice: '' });
  await visitor.open('/play');
  for (const amount of ['x', '1']) await visitor.post('/play/invoice', { amount });
}
