import assert from 'node:assert/strict';
import { claimAddress } from '../../../src/address/claim-address.ts';
import type { AccountWorld } from '../account-world.ts';
import { asApiUser } from '../api-user.ts';
import { hiddenFields } from '../submit-form.ts';
import { findLink, type PageTour } from './page-tour.ts';

/** Visits requests for money: refused in each way, waiting, paid, declined, expired, blocked. */
export async function tourRequests(world: AccountWorld, tour: PageTour): Promise<void> {
  const [ann, bob] = [await world.addPerson(), await world.addPerson()];
  const asker = tour.with(await world.signedIn(ann));
  const payer = tour.with(await world.signedIn(bob));
  await (await asApiUser(world, bob.user)).receive(1000);
  const claim = async (userId: string, text: string): Promise<void> => {
    assert((await claimAddress(world.deps, { userId, text, by: 'user' })).ok);
  };
  await claim(bob.user.id, 'bob');
  const newInvoice = async (): Promise<string> => {
    const page = await asker.submit('/receive', { amount: '7', memo: '№', expiry: '3600' });
    return findLink(page, /^\/requests\/new/);
  };
  const askIn = async (path: string, to: string): Promise<void> => {
    await asker.open(path);
    await asker.send('/requests/new', { invoice: path.split('=').at(-1) ?? '', to });
  };
  const first = await newInvoice();
  await asker.open('/requests', first);
  await claim(ann.user.id, 'ann');
  await asker.submit('/contacts/new', { name: '№', to: 'bob' });
  await askIn(first, 'bob');
  for (const to of ['bob@7.example', 'ann', '7']) await askIn(first, to);
  await payer.open('/send', '/notices');
  const asked = findLink(await payer.open('/requests'), /^\/requests\/[0-9a-f]/);
  const review = await payer.send('/send', hiddenFields(await payer.open(asked), '/send'));
  await payer.send(findLink(review, /^\/send\/.*\/pay$/));
  await payer.open(asked);
  await askIn(first, 'bob');

  const ask = async (): Promise<string> => {
    await askIn(await newInvoice(), 'bob');
    return findLink(await payer.open('/requests'), /^\/requests\/[0-9a-f]/);
  };
  const declined = await ask();
  await payer.open(declined);
  await payer.send(`${declined}/decline`);
  await payer.open(declined);
  const expired = await ask();
  world.clock.move(3_600_000);
  await payer.open(expired);
  await ask();
  await asker.open('/requests');
  await world.deps.users.updateUser(ann.user.id, { name: '№' });
  await world.deps.addressNames.claimName(ann.user.id, null, world.clock.now(), null);
  await payer.open('/requests');
  await world.deps.users.updateUser(ann.user.id, { name: null });
  const blocked = findLink(await payer.open('/requests'), /^\/requests\/[0-9a-f]/);
  await payer.open(blocked);
  await payer.send(`${blocked}/block`);
  await payer.send('/requests/unblock', { user: ann.user.id });
  await tourFloods(world, ann.user.id, async (to) => askIn(await newInvoice(), to));
}

/** Visits the refusal by each limit, which earlier rows have reached. */
async function tourFloods(
  { clock, database, deps }: AccountWorld,
  askerId: string,
  ask: (to: string) => Promise<void>,
): Promise<void> {
  await deps.addressNames.claimName(askerId, 'ann', clock.now(), null);
  for (const [count, name, isToday] of [
    [10, 'cid', false],
    [20, 'dan', false],
    [50, 'eve', true],
  ] as const) {
    const made = new Date(clock.now().getTime() - (isToday ? 0 : 2 * 86_400_000));
    await database.sql`
      with made as (
        insert into invoice (id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage,
          amount_sat, bolt11, expiry_sec, created_at, expires_at)
        select gen_random_uuid(), encode(sha256(p), 'hex'), ${askerId}, 'web', 'x', sha256(p), p, 1,
          'x', 1, ${made}, ${made}::timestamptz + interval '90 days'
        from (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as p
          from generate_series(1, ${count})) seeds
        returning id)
      insert into money_request (id, invoice_id, asker_id, asked_name, created_at)
      select gen_random_uuid(), id, ${askerId}, ${name}, ${made} from made`;
    await ask('cid');
    await ask('bob');
  }
}
