import assert from 'node:assert/strict';
import { after, afterEach, describe, test } from 'node:test';
import { createInvoiceStore } from '../../src/adapters/postgres/money/invoice-store.ts';
import { firstKind, openClosingBench } from '../support/closing-bench.ts';
import {
  addUser,
  creditInvoice,
  creditKeysend,
  creditUnclaimed,
  madeBy,
  NODE_PUBKEY,
  newInvoice,
  payInvoice,
} from '../support/money-model/events.ts';

const bench = await openClosingBench({ after });
const { close, database, superuser, world } = bench;
const invoices = createInvoiceStore(database);
afterEach(async () => assert.deepEqual(await world.findings(), []));

describe('a closed account', () => {
  test('holds up no one else in a list of credits, and the cursor waits for it', async () => {
    const [gone, other] = [await addUser(world), await addUser(world)];
    assert.equal(await close(gone), 'closed');
    const [late, fine] = [creditKeysend(gone), creditKeysend(other)];
    const answers = await world.store.credit([late, fine]);
    assert.deepEqual(
      answers.map(({ kind }) => kind),
      ['payee_closed', 'credited'],
    );
    assert.ok((await world.cursor(NODE_PUBKEY)) < late.settleIndex);
    const again = { ...creditUnclaimed({ settleIndex: late.settleIndex }), receipt: late.receipt };
    assert.equal(await firstKind(world.store.credit([again])), 'credited');
    assert.equal(await firstKind(world.store.credit([fine])), 'present');
    assert.equal(await world.cursor(NODE_PUBKEY), fine.settleIndex);
    assert.equal((await world.wallet(gone)).walletMsat, 0n);
  });

  test('takes nothing, whoever writes: the database refuses it', async () => {
    const gone = await addUser(world);
    assert.equal(await close(gone), 'closed');
    await assert.rejects(
      superuser.sql`update wallet set wallet_msat = 1000 where user_id = ${gone}`,
      /wallet_closed_is_empty/,
    );
    for (const change of [
      `name = 'Ada'`,
      `email = 'ada@example.com'`,
      'disabled_at = null',
      `time_zone = 'Europe/Berlin'`,
    ]) {
      await assert.rejects(
        superuser.sql.unsafe(`update wallet_user set ${change} where id = '${gone}'`),
        /wallet_user_closed_is_blank/,
      );
    }
  });

  test('that made an invoice too late gets nothing by it', async () => {
    const [gone, payer] = [await addUser(world), await addUser(world, 1000)];
    assert.equal(await close(gone), 'closed');
    const invoice = newInvoice(gone);
    await invoices.insertInvoice(invoice, madeBy('grant'), null);
    const kind = await firstKind(world.store.settleInternal([payInvoice(payer, invoice)]));
    assert.equal(kind, 'refused');
    assert.equal(
      await firstKind(world.store.credit([creditInvoice(invoice, true)])),
      'payee_closed',
    );
  });
});
