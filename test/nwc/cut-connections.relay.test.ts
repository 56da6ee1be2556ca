import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { NostrEvent } from 'nostr-tools/pure';
import postgres from 'postgres';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { END_LEASES } from '../support/nwc/end-leases.ts';
import { startRelayWorld } from '../support/nwc/relay-world.ts';

const world = await startRelayWorld({ after });
const { api, owner } = world;
const superuser = postgres(api.superuserUrl, { max: 1 });
after(() => superuser.end());
const [COUNT, CUTS] = [60, 12];

/** Every connection of the service to its database is cut, again and again. */
async function cutConnections(): Promise<void> {
  for (let cut = 0; cut < CUTS; cut += 1) {
    await wait(40);
    await superuser`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'satchel test'`;
  }
}

test('16: while connections to the database are cut, no one hears a false no, nor pays twice', async () => {
  const [ann, bob] = [await api.addUser(), await api.addUser()];
  await ann.receive(10_000);
  const app = await world.connect(ann);
  const events: NostrEvent[] = [];
  for (let count = 0; count < COUNT; count += 1) {
    events.push(app.request('pay_invoice', { invoice: await bob.invoice(10) }));
  }
  const cutting = cutConnections();
  for (const event of events) {
    app.socket.send(['EVENT', event]);
    await wait(8);
  }
  await cutting;
  const word = (event: NostrEvent) =>
    eventually('each is taken or refused', () => {
      const isAbout = ([name, id]: readonly unknown[]) => name === 'OK' && id === event.id;
      return app.socket.heard.find(isAbout) ?? null;
    });
  const taken: NostrEvent[] = [];
  for (const event of events) if ((await word(event))[2] === true) taken.push(event);
  const ids = async (): Promise<ReadonlyMap<string, boolean>> => {
    const rows = await owner<{ id: string; is_open: boolean }[]>`
      select encode(event_id, 'hex') as id, answer is null as is_open from nwc_request`;
    return new Map(rows.map(({ id, is_open }) => [id, is_open]));
  };
  assert.deepEqual([...(await ids()).keys()].toSorted(), taken.map(({ id }) => id).toSorted());
  await eventually('all are answered', async () => {
    if (![...(await ids()).values()].includes(true)) return true;
    // What a process that was cut off has left is run again when its lease is over.
    await owner.unsafe(END_LEASES);
    await world.takeUp();
    await wait(50);
    return null;
  });
  const paid: string[] = [];
  for (const event of taken) {
    const { code, result } = await app.ask(event);
    if (code === null) paid.push(textField(result, 'preimage'));
    else assert.equal(code, 'PAYMENT_FAILED');
  }
  assert.equal(new Set(paid).size, paid.length);
  assert.equal(await bob.balanceSat(), 10 * paid.length);
  assert.equal(await ann.balanceSat(), 10_000 - 10 * paid.length);
  assert.ok(paid.length > 0);
});
