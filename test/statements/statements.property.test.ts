import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import { HOUR_MS } from '../../src/base/durations.ts';
import { changeOf, type StatementMonth } from '../../src/statements/statement.ts';
import { FIRST_LINK, nextChainHash } from '../../src/statements/statement-chain.ts';
import { checkProperty } from '../support/check-property.ts';
import { startStatementBench } from '../support/statement-bench.ts';

/** Months of wallets over years in which money comes, late too, goes, waits, and comes back. */

const bench = await startStatementBench({ after });
const { statements } = bench;

const BEGIN_MS = Date.parse('2020-01-17T12:00:00Z');
const MONTHS = 24;

const act = fc.record({
  kind: fc.constantFrom(
    'credit',
    'late',
    'inside',
    'own',
    'send',
    'send',
    'settle',
    'fail',
    'move',
    'look',
  ),
  gapHours: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 24 * 12 }) },
    { weight: 2, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 24 * 20, max: 24 * 75 }) },
  ),
  amount: fc.integer({ min: 1, max: 50_000_000 }),
  zone: fc.constantFrom(
    null,
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Europe/Vienna',
    'No/Where',
  ),
  lateHours: fc.integer({ min: 24, max: 24 * 90 }),
  step: fc.constantFrom(1, 2, 3, 7, 1000),
});
const acts = fc.array(act, { minLength: 130, maxLength: 170, size: 'max' });
type Act = (typeof act extends fc.Arbitrary<infer A> ? A : never) & object;

/** What the test has seen of a wallet. */
interface Life {
  readonly userId: string;
  readonly changes: { readonly at: number; readonly sat: bigint }[];
  readonly waits: { readonly from: number; until: number; readonly heldSat: bigint }[];
  /** Time zones that were chosen, from what time on. */
  readonly zones: { readonly at: number; readonly zone: string }[];
  readonly open: {
    readonly event: NonNullable<Awaited<ReturnType<typeof bench.send>>>;
    readonly wait: Life['waits'][number];
  }[];
  /** As they were when they were first seen to be closed. */
  readonly closed: Map<string, StatementMonth>;
}

describe('statements of months', () => {
  test('chain to the sat over two years, whatever comes late', async () => {
    await checkProperty(
      fc.asyncProperty(fc.noShrink(acts), async (list) => {
        const [life, other] = [await newLife(), await newLife()];
        let nowMs = BEGIN_MS;
        await credit(life, 40_000, nowMs, nowMs);
        for (const one of list) {
          nowMs += one.gapHours * HOUR_MS;
          await perform(life, other, one, nowMs);
        }
        // An hour and a second after the end of the last month.
        const end = Math.max(nowMs, Date.UTC(2020, MONTHS, 1)) + 32 * 24 * HOUR_MS;
        await look(life, end, 1000);
        await look(other, end, 1000);
        await verify(life, end);
        await verify(other, end);
      }),
      { numRuns: 8 },
    );
    assert.deepEqual(await bench.world.findings(), []);
  });
});

const newLife = async (): Promise<Life> => ({
  userId: await bench.addUser(),
  changes: [],
  waits: [],
  zones: [{ at: Number.NEGATIVE_INFINITY, zone: 'UTC' }],
  open: [],
  closed: new Map(),
});

async function perform(life: Life, other: Life, one: Act, nowMs: number): Promise<void> {
  const at = new Date(nowMs);
  const amountMsat = BigInt(one.amount);
  switch (one.kind) {
    case 'credit':
      return await credit(life, 1 + (one.amount % 90_000), nowMs, nowMs);
    case 'late':
      return await credit(life, 1 + (one.amount % 900), nowMs, nowMs - one.lateHours * HOUR_MS);
    case 'inside':
    case 'own': {
      const payee = one.kind === 'own' ? life : other;
      if (!(await bench.payInside(life.userId, payee.userId, amountMsat, at))) return;
      life.changes.push({ at: nowMs, sat: -ceilSat(amountMsat) });
      payee.changes.push({ at: nowMs, sat: amountMsat / 1000n });
      return;
    }
    case 'send': {
      const event = await bench.send(life.userId, amountMsat, one.step, at);
      if (event === null) return;
      const wait = { from: nowMs, until: Number.POSITIVE_INFINITY, heldSat: event.heldSat };
      life.waits.push(wait);
      life.open.push({ event, wait });
      return;
    }
    case 'settle': {
      const open = life.open.shift();
      if (open === undefined) return;
      const feeMsat = BigInt(one.amount % 9000);
      await bench.settle(open.event, feeMsat, at);
      open.wait.until = nowMs;
      const cost = ceilSat(open.event.order.amountMsat + feeMsat);
      const { heldSat } = open.wait;
      life.changes.push({ at: nowMs, sat: -(cost < heldSat ? cost : heldSat) });
      return;
    }
    case 'fail': {
      const open = life.open.pop();
      if (open === undefined) return;
      await bench.fail(open.event, at);
      open.wait.until = nowMs;
      return;
    }
    case 'move': {
      // What is over is closed within the hour, in a service that runs.
      await look(life, nowMs, one.step);
      await bench.chooseZone(life.userId, one.zone, at);
      const zone = one.zone === 'No/Where' ? null : one.zone;
      life.zones.push({ at: nowMs, zone: zone ?? 'UTC' });
      return;
    }
    default:
      return await look(life, nowMs, one.step);
  }
}

const ceilSat = (amountMsat: bigint): bigint => (amountMsat + 999n) / 1000n;

async function credit(life: Life, amountSat: number, at: number, settledAt: number): Promise<void> {
  await bench.credit(life.userId, amountSat, new Date(at), new Date(settledAt));
  life.changes.push({ at, sat: BigInt(amountSat) });
}

/** Closes what is over. What was closed before is still the same. */
async function look(life: Life, nowMs: number, step: number): Promise<void> {
  await bench.reckon(life.userId, new Date(nowMs), step);
  for (const month of await statements.listMonths(life.userId, 1000)) {
    if (month.closedAt === null) continue;
    assert(month.endsAt.getTime() + HOUR_MS <= nowMs, 'no month is closed before it is over');
    const before = life.closed.get(month.month);
    if (before === undefined) life.closed.set(month.month, month);
    else assert.deepEqual(month, before);
  }
}

async function verify(life: Life, nowMs: number): Promise<void> {
  const newestFirst = await statements.listMonths(life.userId, 1000);
  if (life.changes.length === 0) return assert.deepEqual(newestFirst, []);
  const months = newestFirst.toReversed();
  const first = new Date(life.changes[0]?.at ?? 0);
  assert(months.length > MONTHS || life.changes[0]?.at !== BEGIN_MS);
  const open = months.at(-1);
  assert(open?.closedAt === null && open.endsAt.getTime() + HOUR_MS > nowMs);
  assert(months[0] !== undefined);
  assert.equal(months[0].month, dayIn(zoneAt(life, first), first).slice(0, 7));
  let [link, balance, seq, records, endsAt] = [FIRST_LINK, 0n, 0n, 0, months[0].beginsAt];
  for (const month of months) {
    assert.deepEqual(month.beginsAt, endsAt);
    const zone = zoneAt(life, month === months[0] ? first : month.beginsAt);
    assert.equal(month.timeZone, zone);
    assert.match(localTime(zone, month.endsAt), /^\d{4}-\d\d-01 00:00:00$/);
    assert.equal(dayIn(zone, new Date(month.endsAt.getTime() - 1)).slice(0, 7), month.month);
    assert.equal(month.openingSat, balance);
    assert.equal(month.previousLink, link);
    assert.equal(month.afterSeq, seq);
    const { openingSat, incomingSat, outgoingSat, feesSat, closingSat } = month;
    assert.equal(openingSat + incomingSat - outgoingSat - feesSat, closingSat);
    const lines = await statements.listLines({
      userId: life.userId,
      afterSeq: month.afterSeq,
      upToSeq: month.lastSeq,
      limit: 10_000,
    });
    for (const line of lines) {
      link = nextChainHash(link, line);
      balance += changeOf(line);
      assert(line.bookedAt >= month.beginsAt && line.bookedAt < month.endsAt);
      assert.equal(changeOf(line), life.changes[records]?.sat);
      records += 1;
    }
    assert.equal(month.head, link);
    assert.equal(month.closingSat, balance);
    if (month.closedAt !== null) assert.equal(month.heldSat, heldAt(life, month.endsAt));
    assert.equal(
      sumOfCsv(await bench.readParts(life.userId, month, 'csv')),
      closingSat - openingSat,
    );
    [seq, endsAt] = [month.lastSeq, month.endsAt];
  }
  assert.equal(records, life.changes.length);
  assert.equal(balance, await bench.totalSat(life.userId));
}

/** The one that had been chosen by then. */
const zoneAt = ({ zones }: Life, time: Date): string =>
  zones.findLast(({ at }) => at <= time.getTime())?.zone ?? '';

const localTime = (timeZone: string, time: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(
    time,
  );

const dayIn = (timeZone: string, time: Date): string => localTime(timeZone, time).slice(0, 10);

const heldAt = (life: Life, time: Date): bigint =>
  life.waits
    .filter(({ from, until }) => from < time.getTime() && until >= time.getTime())
    .reduce((sum, { heldSat }) => sum + heldSat, 0n);

function sumOfCsv(text: string): bigint {
  const rows = text.trimEnd().split('\r\n').slice(1);
  return rows.reduce((sum, row) => {
    const [, amount = '', fee = ''] = /,(-?\d+),(\d+),\d+,settled,/.exec(row) ?? [];
    return sum + BigInt(amount) - BigInt(fee);
  }, 0n);
}
