import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  FEED_ALL_MS,
  FEED_BACK_MS,
  FEED_FAR_BACK_MS,
  FEED_FAR_MS,
  MAX_FEED_ASKED,
  MAX_FEED_UNHEARD,
} from '../../src/ledger/limits.ts';
import {
  type ChangedWallet,
  type ChangedWallets,
  createWalletFeed,
} from '../../src/ledger/wallet-feed.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const SEC = 1000;

/** A feed over wallets in memory, where time stands still. */
function openFeed() {
  const clock = createVirtualClock();
  const log = createListeningLog();
  const booked: { readonly atMs: number; readonly wallet: ChangedWallet }[] = [];
  const state = { isAway: false, looks: [] as { withinMs: number; asked: readonly string[] }[] };
  const changedWallets = {
    findChanged: async (withinMs: number, asked: readonly string[]) => {
      if (state.isAway) throw new Error('the database is away');
      state.looks.push({ withinMs, asked });
      const sinceMs = clock.monotonicMs() - withinMs;
      const found = booked.filter(({ atMs }) => atMs > sinceMs).map(({ wallet }) => wallet);
      const named = asked.map((userId) => ({ userId, recordSeq: 7n, mark: '7' }));
      return [...new Map([...found, ...named].map((each) => [each.userId, each])).values()];
    },
  };
  const feed = createWalletFeed({ changedWallets, clock, random: createSeededRandom(1), log });
  const book = (userId: string, recordSeq: bigint, ageMs = 0): void => {
    const atMs = clock.monotonicMs() - ageMs;
    booked.push({ atMs, wallet: { userId, recordSeq, mark: `${recordSeq}` } });
  };
  const listen = (
    hears: (changed: ChangedWallets | null) => void | Promise<void> = () => {},
    everyMs = SEC,
  ) => {
    const heard: (Record<string, number> | null)[] = [];
    const over = new AbortController();
    const hear = async (changed: ChangedWallets | null): Promise<void> => {
      const seqs = [...(changed ?? [])].map(([userId, seq]) => [userId, Number(seq)]);
      heard.push(changed === null ? null : Object.fromEntries(seqs));
      await hears(changed);
    };
    const ended = feed.listen({ name: 'the test', everyMs, hear }, over.signal);
    const end = async (): Promise<void> => {
      over.abort();
      await clock.until(ended);
    };
    return { heard, end };
  };
  return { clock, log, feed, state, book, listen };
}

describe('the feed of changed wallets', () => {
  test('one look is for all who listen, and none is made for no one', async () => {
    const { clock, state, book, listen } = openFeed();
    await clock.advance(60 * SEC);
    assert.equal(state.looks.length, 0);
    const [one, other] = [listen(), listen()];
    await clock.advance(5 * SEC);
    const before = state.looks.length;
    assert.ok(before >= 5 && before <= 6, `${before} looks in five seconds`);
    book('ann', 1n);
    await clock.advance(2 * SEC);
    for (const { heard, end } of [one, other]) {
      assert.deepEqual(heard, [null, { ann: 1 }], 'all at first, and each change once');
      await end();
    }
    const looks = state.looks.length;
    await clock.advance(60 * SEC);
    assert.equal(state.looks.length, looks);
    const late = listen();
    await clock.advance(3 * SEC);
    assert.ok(state.looks.length > looks, 'it begins again');
    await late.end();
  });

  test('the one who wants to hear most often says how often is looked', async () => {
    const { clock, state, listen } = openFeed();
    const rare = listen(undefined, 60 * SEC);
    await clock.advance(SEC);
    const often = listen(undefined, SEC / 4);
    const looks = state.looks.length;
    await clock.advance(1);
    assert.equal(state.looks.length, looks + 1, 'at once');
    await clock.advance(SEC);
    assert.equal(state.looks.length, looks + 5);
    for (const { end } of [rare, often]) await end();
  });

  test('what was not committed at one look is found by the next', async () => {
    const { clock, book, listen } = openFeed();
    const { heard, end } = listen();
    await clock.advance(5 * SEC);
    book('ann', 1n, FEED_BACK_MS - SEC);
    await clock.advance(2 * SEC);
    assert.deepEqual(heard, [null, { ann: 1 }]);
    book('bob', 1n, FEED_FAR_BACK_MS - FEED_FAR_MS);
    await clock.advance(FEED_FAR_MS + SEC);
    assert.deepEqual(heard, [null, { ann: 1 }, { bob: 1 }], 'and by one that looks far');
    await clock.advance(3 * FEED_FAR_MS);
    assert.equal(heard.length, 3);
    await end();
  });

  test('one that throws hears the same again, and holds up no one', async () => {
    const { clock, book, listen } = openFeed();
    let failures = 0;
    const failing = listen((changed) => {
      if (changed === null || failures === 3) return;
      failures += 1;
      throw new Error('it fails');
    });
    const other = listen();
    await clock.advance(2 * SEC);
    book('ann', 1n);
    await clock.advance(SEC);
    book('bob', 4n);
    await clock.advance(60 * SEC);
    assert.deepEqual(other.heard.slice(0, 3), [null, { ann: 1 }, { bob: 4 }]);
    assert.deepEqual(failing.heard.slice(0, 2), [null, { ann: 1 }]);
    assert.deepEqual(failing.heard[4], { ann: 1, bob: 4 }, 'all that it has not done');
    for (const { end } of [failing, other]) await end();
  });

  test('one that works for long hears afterwards what came meanwhile; of too much, all', async () => {
    const { clock, book, listen } = openFeed();
    const works = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let calls = 0;
    const slow = listen(async () => {
      await works[calls++]?.promise;
    });
    await clock.advance(2 * SEC);
    book('ann', 1n);
    await clock.advance(3 * SEC);
    book('ann', 2n);
    await clock.advance(3 * SEC);
    assert.deepEqual(slow.heard, [null]);
    works[0]?.resolve();
    await clock.advance(2 * SEC);
    assert.deepEqual(slow.heard, [null, { ann: 2 }]);
    for (let user = 0; user <= MAX_FEED_UNHEARD; user += 1) book(`user ${user}`, 1n);
    await clock.advance(2 * SEC);
    works[1]?.resolve();
    await clock.advance(2 * SEC);
    assert.deepEqual(slow.heard, [null, { ann: 2 }, null]);
    await slow.end();
  });

  test('after an outage a look reaches back to the last one; after a long one, all is new', async () => {
    const { clock, log, state, book, listen } = openFeed();
    const { heard, end } = listen();
    await clock.advance(5 * SEC);
    assert.equal(log.text(), '');
    state.isAway = true;
    book('ann', 1n);
    await clock.advance(20 * SEC);
    assert.deepEqual(log.text().match(/"level":"warn"/g)?.length, 1, 'it is told once');
    state.isAway = false;
    await clock.advance(2 * SEC);
    assert.deepEqual(heard, [null, { ann: 1 }]);
    state.isAway = true;
    book('bob', 1n);
    await clock.advance(10 * FEED_FAR_BACK_MS);
    state.isAway = false;
    await clock.advance(2 * SEC);
    assert.deepEqual(heard, [null, { ann: 1 }, null]);
    assert.ok(state.looks.every(({ withinMs }) => withinMs <= 2 * FEED_FAR_BACK_MS));
    await end();
  });

  test('now and then all wallets are to be compared', async () => {
    const { clock, listen } = openFeed();
    const { heard, end } = listen();
    await clock.advance(2 * FEED_ALL_MS + 5 * SEC);
    assert.deepEqual(heard, [null, null, null]);
    await end();
  });

  test('who is asked about is told of, after an outage too, some thousand at a time', async () => {
    const { clock, feed, state, listen } = openFeed();
    const { heard, end } = listen();
    await clock.advance(2 * SEC);
    state.isAway = true;
    feed.ask(Array.from({ length: MAX_FEED_ASKED + 1 }, (_, number) => `user ${number}`));
    await clock.advance(5 * SEC);
    state.isAway = false;
    await clock.advance(5 * SEC);
    const asked = state.looks.map((look) => look.asked.length).filter((count) => count > 0);
    assert.deepEqual(asked, [MAX_FEED_ASKED, 1]);
    assert.deepEqual(
      heard.map((changed) => Object.keys(changed ?? {}).length),
      [0, MAX_FEED_ASKED, 1],
    );
    await end();
  });
});
