import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { readText } from '../support/page-visitor.ts';
import type { Visitor } from '../support/page-world.ts';

/** The name of a payer from here, where both sides show theirs. */

const world = await startSendPages({ after });
const NAME = 'Paula Payer';

async function addPayer(): Promise<Visitor> {
  const payer = await world.addPayer(10_000);
  await world.deps.users.updateUser(payer.api.user.id, { name: NAME });
  return payer;
}

async function show({ api }: Visitor, showsName: boolean): Promise<void> {
  const users = world.accounts.users;
  const user = await users.findUser(api.user.id);
  assert(user !== null);
  await users.changePreferences(user.id, { ...user.preferences, showsName });
}

async function pay(payer: Visitor, payee: Visitor): Promise<void> {
  const path = await world.begin(payer, await payee.api.invoice(100));
  await payer.post(`${path}/pay`, {});
  assert.match(await world.read(payer, path), /Paid/);
}

/** What the payee reads on Home, in Activity and on the newest record. */
async function readAll(payee: Visitor): Promise<string> {
  const visitor = await world.reopened(payee);
  const list = await visitor.get('/activity');
  const path = /class="movement [a-z]+" href="([^"]+)"/.exec(list.body)?.[1] ?? '';
  const pages = [await visitor.get('/'), list, await visitor.get(path)];
  return pages.map(readText).join('\n');
}

describe('the name of a payer from here', () => {
  test('is shown where both sides want that, and is gone when one of them does not', async () => {
    const [payer, payee] = [await addPayer(), await world.addVisitor()];
    for (const one of [payer, payee]) await show(one, true);
    await pay(payer, payee);
    const shown = await readAll(payee);
    assert.equal(shown.match(/From Paula Payer/g)?.length, 2);
    assert.match(shown, /From Here: Paula Payer/);
    for (const one of [payer, payee]) {
      await show(one, false);
      assert.doesNotMatch(await readAll(payee), /Paula/);
      await show(one, true);
    }
    assert.equal(await payee.api.balanceSat(), 100);
  });

  test('is not shown by default, nor by one side alone', async () => {
    for (const [shows, reads] of [
      [false, false],
      [true, false],
      [false, true],
    ] as const) {
      const [payer, payee] = [await addPayer(), await world.addVisitor()];
      await show(payer, shows);
      await show(payee, reads);
      await pay(payer, payee);
      assert.doesNotMatch(await readAll(payee), /Paula/, `${shows} ${reads}`);
    }
  });

  test('turned on later, it tells nothing of older payments', async () => {
    const [payer, payee] = [await addPayer(), await world.addVisitor()];
    await show(payee, true);
    await pay(payer, payee);
    await show(payer, true);
    assert.doesNotMatch(await readAll(payee), /Paula/);
    await pay(payer, payee);
    assert.equal((await readAll(payee)).match(/From Paula Payer/g)?.length, 2);
  });

  test('is on pages alone: apps and webhooks of the payee read none', async () => {
    const [payer, payee] = [await addPayer(), await world.addVisitor()];
    for (const one of [payer, payee]) await show(one, true);
    await pay(payer, payee);
    assert.match(await readAll(payee), /Paula/);
    const { body } = await payee.api.get('/invoices/incoming');
    assert.match(JSON.stringify(body), /"settled_at"/);
    assert.doesNotMatch(JSON.stringify(body), /Paula/);
    const rows = await world.database.sql`
      select from settled_record where body like ${`%${NAME}%`}`;
    assert.equal(rows.length, 0, 'what webhooks, LndHub and connections tell is this body');
  });

  test('of oneself is one’s own wallet, and a payer without a name stays unnamed', async () => {
    const [payer, payee] = [await world.addPayer(1000), await world.addVisitor()];
    for (const one of [payer, payee]) await show(one, true);
    await pay(payer, payee);
    assert.match(await readAll(payee), /From Here: someone with a wallet on this site/);
    await pay(payer, payer);
    assert.match(await readAll(payer), /Here: your own wallet/);
  });
});
