import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import postgres from 'postgres';
import { field, listOf } from '../support/fields.ts';
import { addPayer, listTxs, pay } from '../support/lndhub/lndhub-payer.ts';
import { startLndhub } from '../support/lndhub/lndhub-world.ts';
import { bookOnOtherRail } from '../support/other-rail.ts';

const world = await startLndhub({ after });

test('the lists and look-ups of older protocols know of Lightning alone', async () => {
  const { user, phone } = await addPayer(world);
  await pay(phone, world.node.externalInvoice().bolt11);
  await user.receiveKeysend(21);
  const paths = ['/invoices', '/invoices/incoming', '/invoices/outgoing'];
  const queries = ['', '?items=1&page=2', '?items=2&page=1', '?items=1000'];
  const read = async () => {
    const lists = [];
    for (const path of paths) {
      for (const query of queries) lists.push((await user.get(path + query)).body);
    }
    for (const list of ['/getuserinvoices', '/gettxs']) lists.push((await phone.get(list)).body);
    return lists;
  };
  const before = await read();
  assert.equal(listOf(before[0]).length, 3);
  assert.deepEqual(
    (await listTxs(phone)).map((one) => field(one, 'keysend')),
    [false],
  );
  const received = listOf((await phone.get('/getuserinvoices')).body);
  assert.deepEqual(received.map((one) => field(one, 'keysend')).toSorted(), [false, true]);
  const balance = (await user.get('/balance')).body;
  const owner = postgres(world.ownerUrl, { max: 1, onnotice: () => undefined });
  const at = world.clock.now();
  const userId = user.user.id;
  const others = [
    await bookOnOtherRail(owner, userId, { amountMsat: 5000n, at }),
    await bookOnOtherRail(owner, userId, { amountMsat: -3000n, at }),
  ];
  await owner.end();
  assert.deepEqual(await read(), before);
  assert.deepEqual((await user.get('/balance')).body, balance);
  for (const { identifier, paymentHash } of others) {
    assert.equal((await user.get(`/invoices/${paymentHash}`)).status, 404);
    assert.equal(field((await phone.get(`/checkpayment/${paymentHash}`)).body, 'code'), 8);
    assert.equal((await world.call('GET', `/qr/${identifier}.png`)).status, 404);
    const since = await user.get(`/invoices?q[settled_since]=${identifier}`);
    assert.notEqual(since.status, 200, 'no list begins at a record that it does not have');
  }

  // The books know no such rail, and are checked when the world ends.
  const superuser = postgres(world.superuserUrl, { max: 1 });
  await superuser.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from settled_record where rail = 'pigeon'`;
    await sql`update wallet set record_seq = record_seq - 2 where user_id = ${userId}`;
  });
  await superuser.end();
});
