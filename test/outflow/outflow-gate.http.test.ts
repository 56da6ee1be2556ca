import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { msat, sat } from '../../src/base/amount.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/base/durations.ts';
import type { Database } from '../../src/database/db.ts';
import type { Answer, ApiUser } from '../support/api-user.ts';
import { eventually } from '../support/eventually.ts';
import type { SendPlan } from '../support/fake-node.ts';
import { field, listField, numberField } from '../support/fields.ts';
import { pay as payFromPhone } from '../support/lndhub/lndhub-payer.ts';
import { startLndhub } from '../support/lndhub/lndhub-world.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';
import { setOutflowClock } from '../support/outflow-clock.ts';
import { checkRefusal } from '../support/payment-checks.ts';

const opened: Database[] = [];
const api = await startLndhub({ after }, { waitSec: 1 }, (database) => {
  opened.push(database);
  return {};
});
const [database] = opened;
assert(database !== undefined);
const outflow = createOutflowBench(database);
const clock = await setOutflowClock({ after }, api.ownerUrl);
const STOPPED = 'payments to other nodes are stopped at the moment';
const ELSEWHERE = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const PATH = '/payments/bolt11';

beforeEach(async () => {
  await outflow.limit({}, 'off');
  await outflow.chooseOnly({});
  await clock.move(25 * HOUR_MS);
  api.node.plan = { kind: 'succeed', feeMsat: msat(0n) };
});

async function addRich(): Promise<ApiUser> {
  const user = await api.addUser();
  await user.receive(1_000_000);
  return user;
}
const external = (sats: number) =>
  api.node.externalInvoice({ amountMsat: BigInt(sats) * 1000n }).bolt11;
const pay = (payer: ApiUser, sats: number) => payer.post(PATH, { invoice: external(sats) });
const keysend = (amount: number) => ({ amount, destination: ELSEWHERE });
const isPaid = ({ status }: Answer) => status === 200;
const isRefused = (answer: Answer) => checkRefusal(answer, 500, 6, STOPPED);
const sentHour = async () => (await outflow.read()).sentHourMsat / 1000n;

test('fifty at once from all doors never pass a limit, and the first that would stops all', async () => {
  await outflow.limit({ hourSat: sat(10_000n) });
  const payers = await Promise.all(Array.from({ length: 10 }, addRich));
  const [first, second] = payers;
  assert(first !== undefined && second !== undefined);
  assert(isPaid(await pay(first, 1000)));
  // Payments that are only reserved when the limit is reached are not sent any more.
  const answers = await Promise.all(
    payers.map(async (payer) => {
      const phone = await api.connect(payer);
      return await Promise.all([
        pay(payer, 1000),
        payer.post('/payments/keysend', keysend(1000)),
        payFromPhone(phone, external(1000)),
        payer.post('/payments/keysend/multi', { keysends: [keysend(700), keysend(300)] }),
        pay(payer, 1000),
      ]);
    }),
  );
  const [row] = await database.sql<{ sum: bigint }[]>`
    select sum(amount_msat)::bigint from payment where path = 'node' and state = 'settled'`;
  assert(row !== undefined && row.sum > 0n && row.sum <= 10_000_000n, `${row?.sum} msat`);
  assert(answers.flat().filter(isPaid).length < 50);
  const { latch, sentHourMsat } = await outflow.read();
  assert.match(latch?.detail ?? '', /limit: hour/);
  assert.equal(sentHourMsat, row.sum, 'what was held for fees and refused does not count');
  isRefused(await pay(first, 1));
  await clock.move(2 * HOUR_MS);
  isRefused(await pay(first, 1));
  const inside = await second.invoice(7);
  assert(isPaid(await first.post(PATH, { invoice: inside })), 'payments between users go on');
  await first.receive(7);
  assert.equal(await outflow.lift(), true);
  assert(isPaid(await pay(first, 1000)));
  assert.equal(await outflow.lift(), false);
});

test('what fails is given back, and what is on its way counts', async () => {
  await outflow.limit({ hourSat: sat(1000n) });
  const payer = await addRich();
  api.node.plan = { kind: 'fail', reason: 'no_route' };
  for (let tries = 0; tries < 3; tries += 1) assert(!isPaid(await pay(payer, 900)));
  assert.deepEqual([await sentHour(), (await outflow.read()).countHour], [0n, 0]);
  const end = Promise.withResolvers<SendPlan>();
  api.node.plan = { kind: 'hold', until: end.promise };
  const paying = pay(payer, 900);
  await paying;
  assert.equal(await sentHour(), 910n, 'with what is held for fees');
  assert.equal((await outflow.read()).countHour, 1);
  await clock.move(30 * MINUTE_MS);
  isRefused(await pay(payer, 900));
  end.resolve({ kind: 'fail', reason: 'no_route' });
  await eventually('its end', async () => ((await sentHour()) === 0n ? true : null));
});

test('an hour and a day are counted from each moment, also over a clock that goes back', async () => {
  await outflow.limit({ hourSat: sat(1100n), daySat: sat(2500n) });
  const payer = await addRich();
  assert(isPaid(await pay(payer, 1000)));
  await clock.move(59 * MINUTE_MS);
  isRefused(await pay(payer, 1000));
  await outflow.lift();
  await clock.move(7 * MINUTE_MS);
  assert(isPaid(await pay(payer, 1000)));
  await clock.move(-3 * HOUR_MS);
  isRefused(await pay(payer, 1000));
  await outflow.lift();
  await clock.move(5 * HOUR_MS);
  isRefused(await pay(payer, 1000));
  assert.match((await outflow.read()).latch?.detail ?? '', /: hour|: day/);
  await outflow.lift();
  await clock.move(24 * HOUR_MS);
  assert(isPaid(await pay(payer, 1000)));
});

test('a single payment and the number in an hour have limits, and a batch is one payment', async () => {
  await outflow.limit({ singleSat: sat(1000n), countHour: 3 });
  const payer = await addRich();
  const inside = await api.addUser();
  const toUser = {
    amount: 5000,
    destination: api.node.identity.pubkey,
    custom_records: { 696969: inside.user.identifier },
  };
  const multi = async (keysends: readonly object[]) => {
    const answer = await payer.post('/payments/keysend/multi', { keysends });
    return listField(answer.body, 'keysends').map(
      (one) => numberField(field(one, 'error'), 'code') === 0,
    );
  };
  assert.deepEqual(await multi([keysend(400), keysend(600), toUser]), [true, true, true]);
  assert.deepEqual(await multi([keysend(400), keysend(601)]), [false, false]);
  assert.match((await outflow.read()).latch?.detail ?? '', /: single/);
  await outflow.lift();
  isRefused(await pay(payer, 1001));
  await outflow.lift();
  assert(isPaid(await pay(payer, 1000)));
  isRefused(await pay(payer, 1));
  assert.match((await outflow.read()).latch?.detail ?? '', /: count_hour/);
});

test('an operator allows more for an hour, which does not use up the limits', async () => {
  await outflow.limit({ hourSat: sat(1100n), singleSat: sat(1000n) });
  const payer = await addRich();
  assert(isPaid(await pay(payer, 1000)));
  isRefused(await pay(payer, 2000));
  assert.equal(await outflow.lift(sat(5000n)), true);
  assert(isPaid(await pay(payer, 2000)));
  assert(isPaid(await pay(payer, 2000)));
  const { sentHourMsat, extra, extraDayMsat } = await outflow.read();
  assert.equal(sentHourMsat, 1_000_000n);
  assert.equal(extraDayMsat, 4_040_000n);
  assert.equal(extra?.leftMsat, 960_000n);
  isRefused(await pay(payer, 1000));
  assert.equal(await outflow.lift(sat(5000n)), true);
  await clock.move(HOUR_MS + 1);
  assert.equal((await outflow.read()).extra, null);
  isRefused(await pay(payer, 2000));
});

test('limits that are only observed stop nothing', async () => {
  await outflow.limit({ hourSat: sat(1000n) }, 'observe');
  const payer = await addRich();
  for (let paid = 0; paid < 3; paid += 1) assert(isPaid(await pay(payer, 900)));
  const { latch, passed, sentHourMsat } = await outflow.read();
  assert.equal(latch, null);
  assert.equal(passed?.limit, 'hour');
  assert.equal(sentHourMsat, 2_700_000n);
});

test('of the settings and what operators chose, the lower limit counts', async () => {
  const payer = await addRich();
  await outflow.limit({ hourSat: sat(1000n) });
  await outflow.chooseOnly({ hourSat: sat(5000n), singleSat: sat(500n) });
  isRefused(await pay(payer, 600));
  await outflow.lift();
  await outflow.chooseOnly({ hourSat: sat(5000n) });
  assert(isPaid(await pay(payer, 600)));
  isRefused(await pay(payer, 600));
  await outflow.limit({});
  await outflow.lift();
  assert(isPaid(await pay(payer, 600)));
  isRefused(await pay(payer, 5000));
  await outflow.limit({}, 'off');
  assert(isPaid(await pay(payer, 5000)), 'switched off, limits stop nothing');
});

test('what may leave beyond what comes in has a limit', async () => {
  await outflow.limit({ netDaySat: sat(1100n) });
  const payer = await addRich();
  assert(isPaid(await pay(payer, 900_000)));
  await clock.move(25 * HOUR_MS);
  isRefused(await pay(payer, 2000));
  await outflow.lift();
  await payer.receive(1500);
  assert(isPaid(await pay(payer, 2000)));
});
