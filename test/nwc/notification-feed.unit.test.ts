import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ALL_SCOPES, type Scope } from '../../src/authorization/scope.ts';
import { msat } from '../../src/base/amount.ts';
import { createWalletFeed } from '../../src/ledger/wallet-feed.ts';
import type { EncryptionScheme } from '../../src/nostr/conversation.ts';
import type { NostrEvent } from '../../src/nostr/event.ts';
import { type Filter, readFilter } from '../../src/nostr/filter.ts';
import { MAX_NOTIFICATIONS_AT_ONCE, NOTIFICATION_LOOK_MS } from '../../src/nwc/limits.ts';
import type { SettledNotification } from '../../src/nwc/notification-store.ts';
import {
  createNotificationFeed,
  type NotificationFeed,
} from '../../src/nwc/relay/notification-feed.ts';
import { numberField } from '../support/fields.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { APP_PUBKEY, appDecrypt, WALLET_PUBKEY, walletSide } from '../support/nwc/app-request.ts';
import { recordBody } from '../support/nwc/record-body.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { field } from '../support/wallet-user.ts';

const KEY = {
  deviceId: 'device',
  grantId: 'grant',
  userId: 'ann',
  clientPubkey: APP_PUBKEY,
  walletPubkey: WALLET_PUBKEY,
  sealedSecret: new Uint8Array(),
};
const NEW = { kinds: [23_197], authors: [WALLET_PUBKEY], '#p': [APP_PUBKEY] };

/** A wallet and its feed, where time stands still. */
function openFeed() {
  const clock = createVirtualClock();
  const records: SettledNotification[] = [];
  const schemes: readonly EncryptionScheme[] = ['nip44_v2', 'nip04'];
  const state = {
    looks: 0,
    reads: 0,
    marks: 0,
    failingMarks: 0,
    mark: 0n,
    scopes: new Set<Scope>(ALL_SCOPES) as ReadonlySet<Scope> | null,
    isAway: false,
  };
  const log = createListeningLog();
  const changedWallets = {
    findChanged: async () => {
      state.looks += 1;
      const recordSeq = BigInt(records.length);
      return [{ userId: KEY.userId, recordSeq, mark: `${recordSeq}` }];
    },
  };
  const walletFeed = createWalletFeed({
    changedWallets,
    clock,
    random: createSeededRandom(1),
    log,
  });
  const feed = createNotificationFeed({
    notifications: {
      readNews: async ({ afterSeq, limit }) => {
        state.reads += 1;
        if (state.isAway) throw new Error('the database is away');
        const news = records.slice(Number(afterSeq), Number(afterSeq) + limit);
        return { scopes: state.scopes, records: news, recordSeq: BigInt(records.length) };
      },
      moveMark: async ({ notifiedSeq }) => {
        state.marks += 1;
        if (state.marks <= state.failingMarks) throw new Error('the database is away');
        if (notifiedSeq > state.mark) state.mark = notifiedSeq;
      },
    },
    walletFeed,
    walletKeys: () => walletSide(),
    schemes,
    clock,
    log,
  });
  const settle = (count: number, type: 'incoming' | 'outgoing' = 'incoming'): void => {
    for (let left = count; left > 0; left -= 1) {
      const seq = BigInt(records.length + 1);
      const bookedAt = clock.now();
      records.push({
        seq,
        id: `record-${seq}`,
        bookedAt,
        movement: 'bolt11',
        body: recordBody({ type, amount: Number(seq) }),
        amountMsat: msat(seq * 1000n),
      });
    }
  };
  const pass = () => clock.advance(4 * NOTIFICATION_LOOK_MS);
  return { clock, feed, state, records, settle, pass, nowSec: clock.now().getTime() / 1000 };
}

/** One who reads at once, or when the test says so. */
function createReader(filters: readonly object[] = [NEW], confirms: () => Promise<boolean> = yes) {
  const heard: NostrEvent[] = [];
  return {
    filters: filters.map(parse),
    send: (event: NostrEvent) => void heard.push(event),
    confirm: () => confirms(),
    heard,
    /** Numbers of the records that it was told of. */
    told: () => heard.map(numberOf),
  };
}

const yes = async (): Promise<boolean> => true;

function parse(filter: object): Filter {
  const read = readFilter(filter);
  assert(read.ok);
  return read.value;
}

function numberOf({ kind, content }: NostrEvent): number {
  const said = appDecrypt(content, kind === 23_196 ? 'nip04' : 'nip44_v2');
  return numberField(field(said, 'notification'), 'amount') / 1000;
}

const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at + 1);

const join = (
  feed: NotificationFeed,
  reader: ReturnType<typeof createReader>,
  notifiedSeq: bigint,
) => {
  feed.add(reader, [{ key: KEY, notifiedSeq }]);
  return reader;
};

describe('the feed of notifications', () => {
  test('no one looks for them unless someone listens', async () => {
    const { feed, state, settle, pass } = openFeed();
    settle(1);
    await pass();
    const others = [
      { ...NEW, kinds: [23_195] },
      { ...NEW, authors: [APP_PUBKEY] },
      { ...NEW, '#e': ['ab'.repeat(32)] },
    ];
    const deaf = join(feed, createReader(others), 0n);
    await pass();
    assert.deepEqual([state.looks, deaf.heard.length, state.mark], [0, 0, 0n]);
    const reader = join(feed, createReader(), 0n);
    await pass();
    assert.deepEqual([reader.told(), state.mark], [[1], 1n]);
    const looks = state.looks;
    assert.ok(looks >= 4 && looks <= 6, 'one look for all, four times a second');
    feed.remove(reader);
    await pass();
    settle(1);
    await pass();
    assert.equal(state.looks, looks);
    assert.deepEqual(reader.told(), [1]);
  });

  test('33 what no one heard is told to the first who comes, and not to the next', async () => {
    const { feed, state, settle, pass } = openFeed();
    settle(2);
    const first = join(feed, createReader(), state.mark);
    await pass();
    feed.remove(first);
    const second = join(feed, createReader(), state.mark);
    settle(1);
    await pass();
    assert.deepEqual([first.told(), second.told(), state.mark], [[1, 2], [3], 3n]);
  });

  test('all who listen hear of each, in the kinds that they ask for', async () => {
    const { feed, settle, pass } = openFeed();
    const readers = [[NEW], [{ ...NEW, kinds: [23_196] }], [{ authors: [WALLET_PUBKEY] }]].map(
      (filters) => join(feed, createReader(filters), 0n),
    );
    settle(40);
    await pass();
    const kinds = readers.map(({ heard }) => [...new Set(heard.map(({ kind }) => kind))].sort());
    assert.deepEqual(kinds, [[23_197], [23_196], [23_196, 23_197]]);
    assert.deepEqual(readers[0]?.told(), upTo(40));
    assert.deepEqual(readers[1]?.told(), upTo(40));
    assert.equal(readers[2]?.heard.length, 80);
  });

  test('37 one who reads slowly is not sent more, and holds up no one', async () => {
    const { feed, state, settle, pass } = openFeed();
    let hasRead = (_isRead: boolean): void => undefined;
    const slow = createReader(
      [NEW],
      () =>
        new Promise((resolve) => {
          hasRead = resolve;
        }),
    );
    join(feed, slow, 0n);
    settle(40);
    await pass();
    assert.deepEqual([slow.told(), state.mark], [upTo(MAX_NOTIFICATIONS_AT_ONCE), 0n]);
    const quick = join(feed, createReader(), 0n);
    await pass();
    assert.deepEqual([quick.told(), state.mark], [upTo(40), 40n]);
    for (let page = 0; page < 2; page += 1) {
      hasRead(true);
      await pass();
    }
    assert.deepEqual([slow.told(), state.mark], [upTo(40), 40n]);
  });

  test('what one did not read who has gone is told to the next', async () => {
    const { feed, state, settle, pass } = openFeed();
    const gone = join(
      feed,
      createReader([NEW], async () => false),
      0n,
    );
    settle(1);
    await pass();
    feed.remove(gone);
    const next = join(feed, createReader(), state.mark);
    await pass();
    assert.deepEqual([gone.told(), next.told(), state.mark], [[1], [1], 1n]);
    assert.deepEqual(next.heard, gone.heard, 'the same event');
  });

  test('the database comes back: nothing was missed', async () => {
    const { feed, state, settle, pass } = openFeed();
    const reader = join(feed, createReader(), 0n);
    state.isAway = true;
    settle(2);
    await pass();
    assert.deepEqual(reader.told(), []);
    state.isAway = false;
    await pass();
    await pass();
    assert.deepEqual([reader.told(), state.mark], [[1, 2], 2n]);
  });

  test('the database goes back: nothing is read again and again, and what is new is told', async () => {
    const { feed, state, records, settle, pass } = openFeed();
    const reader = join(feed, createReader(), 0n);
    settle(2);
    state.isAway = true;
    await pass();
    records.length = 0;
    state.isAway = false;
    await pass();
    await pass();
    const { reads } = state;
    await pass();
    assert.deepEqual([reader.told(), state.reads], [[], reads]);
    settle(1);
    await pass();
    assert.deepEqual([reader.told(), state.mark], [[1], 1n]);
  });

  test('33 what the key may not know is passed over, for good', async () => {
    const { feed, state, settle, pass } = openFeed();
    state.scopes = new Set<Scope>(['transactions:read']);
    const reader = join(feed, createReader(), 0n);
    settle(1);
    settle(1, 'outgoing');
    settle(40);
    await pass();
    assert.deepEqual([reader.told(), state.mark], [[2], 42n]);
  });

  test('29 a key that has ended hears nothing; one that is live again, what comes then', async () => {
    const { feed, state, settle, pass } = openFeed();
    const reader = join(feed, createReader(), 0n);
    state.scopes = null;
    settle(1);
    await pass();
    assert.deepEqual([reader.told(), state.mark], [[], 0n]);
    state.scopes = new Set(ALL_SCOPES);
    settle(1);
    await pass();
    assert.deepEqual([reader.told(), state.mark], [[2], 2n]);
  });

  test('14 since counts; an app whose clock is nine minutes ahead hears what is new', async () => {
    const { clock, feed, state, settle, pass, nowSec } = openFeed();
    settle(1);
    await clock.advance(5000);
    const late = join(feed, createReader([{ ...NEW, since: nowSec + 5 }]), 0n);
    await pass();
    assert.deepEqual([late.told(), state.mark], [[], 0n], 'not told, and so not forgotten');
    const ahead = join(feed, createReader([{ ...NEW, since: nowSec + 545 }]), 0n);
    const later = join(feed, createReader([{ ...NEW, since: nowSec + 3600 }]), 0n);
    settle(1);
    await pass();
    assert.deepEqual([late.told(), ahead.told(), later.told()], [[2], [2], []]);
  });

  test('a crowd that listens to one key is read for once, and marks it once', async () => {
    const { feed, state, settle, pass } = openFeed();
    const crowd = Array.from({ length: 100 }, () => join(feed, createReader(), 0n));
    settle(2);
    await pass();
    assert.ok(crowd.every((reader) => reader.told().length === 2));
    assert.deepEqual([state.mark, state.reads, state.marks], [2n, 1, 1]);
  });

  test('what could not be marked does not keep the next mark from being written', async () => {
    const { feed, state, settle, pass } = openFeed();
    join(feed, createReader(), 0n);
    state.failingMarks = 1;
    settle(1);
    await pass();
    assert.equal(state.mark, 0n);
    await pass();
    settle(1);
    await pass();
    assert.equal(state.mark, 2n);
  });
});
