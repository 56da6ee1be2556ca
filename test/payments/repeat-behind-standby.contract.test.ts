import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Database, openDatabase } from '../../src/database/db.ts';
import { awaitRepeatedOutcome } from '../../src/payments/await-outcome.ts';
import { createCompletionNotifier } from '../../src/payments/completion-notifier.ts';
import { createPaymentStore } from '../../src/payments/sql/payment-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { makeDrillFolder } from '../support/drill-server.ts';
import { nameStandbys } from '../support/drill-standby.ts';
import { eventually } from '../support/eventually.ts';
import {
  addInvoice,
  addUser,
  claim,
  NODE_PUBKEY,
  payInvoice,
} from '../support/money-model/events.ts';
import { createPostgresWorld } from '../support/money-model/postgres-world.ts';
import { databaseUrl, TEMPLATE_DATABASE } from '../support/throw-away-server.ts';

const drill = await makeDrillFolder();
after(() => drill.dispose());
const primary = await drill.startPrimary();

const open = (applicationName: string): Database =>
  openDatabase({
    url: databaseUrl(`127.0.0.1:${primary.port}`, 'owner', TEMPLATE_DATABASE),
    applicationName,
    clock: systemClock,
    random: systemRandom,
  });

/** Cuts off the one who pays, once the commit waits: what it wrote is seen from then on. */
const cutOffPayer = () =>
  eventually('the payment waits', async () => {
    const cut = await primary.run(
      (sql) => sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where wait_event = 'SyncRep' and application_name = 'payer'`,
    );
    return cut.length > 0 ? true : null;
  });

/** The primary may die, and a standby that lacks the payment may take its place. */
test('a repeat is told no payment within this service that no standby has', async () => {
  const [payer, other] = [open('payer'), open('other')];
  const world = createPostgresWorld(payer);
  await world.setBaseline(NODE_PUBKEY, 0n);
  const [ann, bob] = [await addUser(world, 1000), await addUser(world)];
  const invoice = await addInvoice(world, bob);
  await nameStandbys(primary, 'ghost');
  const key = claim('once');
  const event = payInvoice(ann, invoice, { claim: key });
  const paying = world.store.settleInternal([event]);
  await cutOffPayer();

  const payments = createPaymentStore(other);
  const shutdown = new AbortController();
  const deps = {
    payments,
    completions: createCompletionNotifier(shutdown.signal),
    clock: systemClock,
    shutdown: shutdown.signal,
  };
  const target = { kind: 'payment' as const, id: event.order.id };
  const stored = { requestHash: key.requestHash, target };
  await eventually('the payment is seen', () => payments.findPayment(event.order.id));
  let isTold = false;
  const repeating = awaitRepeatedOutcome(deps, key, stored, systemClock.monotonicMs()).then(
    (answer) => {
      isTold = true;
      return answer;
    },
  );
  await systemClock.sleep(500);
  assert.equal(isTold, false);
  await nameStandbys(primary, '');
  const answer = await repeating;
  assert(answer.ok && answer.value.id === event.order.id);
  assert.deepEqual(await paying, [{ kind: 'present', state: 'settled' }]);
  await Promise.all([payer.close(), other.close()]);
});
