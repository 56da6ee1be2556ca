import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionEnd } from '../../src/alarms/operator-log/operator-action.ts';
import { msat } from '../../src/base/amount.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import type { BooksFinding, BooksReport, BooksStore } from '../../src/ledger/books/books-store.ts';
import { checkBooks } from '../../src/node/check-books.ts';
import { watchStops } from '../../src/node/watch-stops.ts';
import { startService } from '../support/wallet-service.ts';
import { createWalletWorld } from '../support/wallet-world.ts';

const SUMS = {
  ...{ place: 'first first', transfersCount: 3n },
  ...{ liabilitiesMsat: msat(0n), nodeMsat: msat(0n) },
};
const FINDING = { rule: 'sum', subject: 'transfer 3', detail: 'it sums to 1' };

/** Books that say what was checked of them, and are wrong where a test says so. */
function createBooks() {
  const checked: string[] = [];
  const wrong = { whole: false, newLines: false, slice: false };
  let slicesCount = 0;
  const findingsIf = (isWrong: boolean): readonly BooksFinding[] => (isWrong ? [FINDING] : []);
  const books: BooksStore = {
    checkBooks: async () => {
      checked.push('whole');
      return { ...SUMS, findings: findingsIf(wrong.whole) };
    },
    checkNewLines: async (fromUser) => {
      checked.push(`new from ${fromUser}`);
      const nextUser = fromUser === null ? 'second' : null;
      return { findings: findingsIf(wrong.newLines), linesCount: 5, nextUser };
    },
    checkSlice: async () => {
      slicesCount += 1;
      return wrong.slice ? findingsIf(true) : null;
    },
  };
  return {
    ...{ books, wrong },
    slices: () => slicesCount,
    /** What was checked since the last call. */
    checked: () => checked.splice(0),
  };
}

async function startBench() {
  const world = createWalletWorld();
  const service = await startService(world, 'one');
  const parts = createBooks();
  service.run((deps, signal) => checkBooks({ ...deps, books: parts.books }, signal));
  service.run(watchStops);
  await world.clock.advance(10_000);
  return { world, service, ...parts };
}

test('the books are checked as a whole first, then what is new once an hour, and slices', async () => {
  const { world, checked, slices } = await startBench();
  assert.deepEqual(checked(), ['whole']);
  await world.clock.advance(HOUR_MS);
  assert.deepEqual(checked(), ['new from null', 'new from second']);
  assert.ok(slices() > 600, 'a look every five seconds');
  const checkedAt = world.memory.safety.booksCheck?.checkedAt;
  await world.clock.advance(HOUR_MS);
  assert.deepEqual(checked(), ['new from null', 'new from second']);
  const { booksCheck } = world.memory.safety;
  assert.ok(checkedAt !== undefined && booksCheck !== null && booksCheck.checkedAt > checkedAt);
  assert.deepEqual([booksCheck.transfersCount, booksCheck.findingsCount], [3n, 0]);
  assert.deepEqual(world.alarmKinds(), []);
});

test('a process that takes over checks what is new, in a database that was checked', async () => {
  const { world, service, checked } = await startBench();
  checked();
  await service.stop();
  const other = await startService(world, 'two');
  const parts = createBooks();
  other.run((deps, signal) => checkBooks({ ...deps, books: parts.books }, signal));
  await world.clock.advance(60_000);
  assert.deepEqual(parts.checked(), ['new from null', 'new from second']);
});

test('a database that was restored, promoted or started since is checked as a whole', async () => {
  for (const part of ['server', 'identity'] as const) {
    const { world, checked } = await startBench();
    checked();
    world.memory.safety[part] = 'another';
    await world.clock.advance(HOUR_MS);
    assert.deepEqual(checked(), ['whole'], part);
  }
});

for (const [part, beforeWhole] of [
  ['newLines', ['new from null']],
  ['slice', []],
] as const) {
  test(`${part} that is wrong stops payments and leads to a check of the whole`, async () => {
    const { world, service, checked, wrong, slices } = await startBench();
    checked();
    wrong[part] = true;
    wrong.whole = true;
    await world.clock.advance(part === 'slice' ? 10_000 : HOUR_MS);
    assert.match(service.deps.paymentStop.stopReason() ?? '', /books/);
    assert.deepEqual(world.alarmKinds(), ['books_do_not_balance']);
    assert.deepEqual(checked().slice(0, beforeWhole.length + 1), [...beforeWhole, 'whole']);
    const slicesBefore = slices();
    await world.clock.advance(600_000);
    assert.deepEqual(new Set(checked()), new Set(['whole']), 'the whole while something is wrong');
    assert.equal(slices(), slicesBefore);
    wrong[part] = false;
    wrong.whole = false;
    await world.clock.advance(310_000);
    assert.equal(service.deps.paymentStop.stopReason(), null, 'cured');
    assert.deepEqual(checked(), ['whole']);
    await world.clock.advance(HOUR_MS);
    assert.deepEqual(checked(), ['new from null', 'new from second']);
  });
}

test('what is new stops payments before the check of the whole ends', async () => {
  const { world, service, wrong, books } = await startBench();
  wrong.newLines = true;
  books.checkBooks = () => new Promise<never>(() => undefined);
  await world.clock.advance(HOUR_MS);
  assert.match(service.deps.paymentStop.stopReason() ?? '', /books/);
  assert.equal(world.memory.safety.booksCheck?.findingsCount, 1);
});

test('books that do not balance are alarms, and stop what leaves until they do', async () => {
  const { world, service, checked, wrong } = await startBench();
  checked();
  wrong.whole = true;
  world.memory.safety.server = 'another';
  await world.clock.advance(HOUR_MS);
  assert.match(service.deps.paymentStop.stopReason() ?? '', /books/);
  assert.deepEqual(world.alarmKinds(), ['books_do_not_balance']);
  checked();
  const { count } = world.memory.alarms[0] ?? { count: 0 };
  await world.clock.advance(600_000);
  assert.deepEqual(checked(), ['whole', 'whole'], 'every five minutes while they are wrong');
  assert.equal(world.memory.alarms[0]?.count, count + 2);
  wrong.whole = false;
  await world.clock.advance(310_000);
  assert.equal(service.deps.paymentStop.stopReason(), null, 'cured');
  assert.equal(world.memory.safety.booksCheck?.findingsCount, 0);
});

test('a check that an operator ordered and that breaks off is ended, and not repeated', async () => {
  const world = createWalletWorld();
  const service = await startService(world, 'one');
  const waiting = new Set(['first']);
  const ends: unknown[] = [];
  const actions = {
    listOpen: async () => [...waiting],
    end: async (id: string, { result }: ActionEnd) => {
      waiting.delete(id);
      ends.push([id, result]);
    },
  };
  let checks = 0;
  const books = {
    ...service.deps.books,
    checkBooks: async (): Promise<BooksReport> => {
      checks += 1;
      if (checks === 1) throw new Error('it took too long');
      return { ...SUMS, findings: [] };
    },
  };
  service.run((deps, signal) => checkBooks({ ...deps, books, actions }, signal));
  await world.clock.advance(60_000);
  assert.deepEqual([checks, ends], [1, [['first', 'failed']]]);
  waiting.add('second');
  await world.clock.advance(10_000);
  assert.deepEqual(ends.at(-1), ['second', 'done']);
});

test('an operator who asks does not wait until all that is new was checked', async () => {
  const world = createWalletWorld();
  const service = await startService(world, 'one');
  const { books, checked } = createBooks();
  const waiting = new Set<string>();
  const actions = {
    listOpen: async () => [...waiting],
    end: async (id: string) => void waiting.delete(id),
  };
  const asking = {
    ...books,
    checkNewLines: async (fromUser: string | null) => {
      waiting.add('asked meanwhile');
      return await books.checkNewLines(fromUser);
    },
  };
  service.run((deps, signal) => checkBooks({ ...deps, books: asking, actions }, signal));
  await world.clock.advance(HOUR_MS + 20_000);
  assert.deepEqual(checked(), ['whole', 'new from null', 'whole']);
  assert.equal(waiting.size, 0);
});
