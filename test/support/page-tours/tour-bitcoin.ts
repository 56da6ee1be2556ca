import assert from 'node:assert/strict';
import { sat } from '../../../src/base/amount.ts';
import { NodeFault } from '../../../src/lightning/node-port.ts';
import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import type { createChainOfWorld } from '../onchain/onchain-pages.ts';
import { findLink, type PageTour } from './page-tour.ts';

/** Visits the pages of a bitcoin address and its deposits, until they are credited or given up. */
export async function tourBitcoin(
  world: AccountWorld,
  { chain, look, addressOf }: ReturnType<typeof createChainOfWorld>,
  tour: PageTour,
): Promise<void> {
  const person = await world.addPerson();
  const userId = person.user.id;
  const browser = await world.signedIn(person);
  const visitor = tour.with(browser);
  const path = '/receive/bitcoin';
  await visitor.open('/receive', path);
  await visitor.submit(path);
  const made = await (await asApiUser(world, person.user)).post('/invoices', { amount: 10_000 });
  assert(typeof made.body === 'object' && made.body !== null && 'identifier' in made.body);
  const invoice = `/receive/${made.body.identifier}`;
  await visitor.open(invoice);
  const send = async (amountSat: bigint): Promise<string> => {
    const txid = chain.send({ address: await addressOf(world, userId), amountSat: sat(amountSat) });
    await look(world);
    return txid;
  };
  const little = await send(6000n);
  await visitor.open(path, '/activity', '/', invoice);
  const small = findLink(await visitor.open('/activity'), /^\/activity\/\w+$/);
  await visitor.open(small);
  const txid = await send(50_000n);
  await visitor.open(path);
  const record = findLink(await visitor.open('/activity'), /^\/activity\/\w+$/);
  await visitor.open(record);
  for (const one of [txid, '', '']) chain.mine(...(one === '' ? [] : [one]));
  await look(world);
  await visitor.open(record, path, '/activity', '/', '/notices');
  chain.drop(little);
  await world.deps.deposits.giveUp(new Date(world.clock.now().getTime() + 1));
  await visitor.open('/activity?state=pending', small);
  const other = await send(50_000n);
  const waiting = findLink(await visitor.open('/activity?state=pending'), /^\/activity\/\w+$/);
  const [open] = await world.deps.deposits.listOpen();
  const replaced = { depositId: open?.id ?? '', replacedBy: '9a'.repeat(32) };
  await world.deps.deposits.giveUpReplaced([replaced], 1n);
  await visitor.open(waiting);
  chain.drop(other);
  const { newAddress } = chain.wallet;
  Object.assign(chain.wallet, {
    newAddress: async () => {
      throw new NodeFault('away');
    },
  });
  await visitor.submit(path);
  Object.assign(chain.wallet, { newAddress });
}
