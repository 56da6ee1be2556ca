import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_FILTERS } from '../../src/base/limits.ts';
import { readFilter } from '../../src/nostr/filter.ts';
import { parseList } from '../../src/nostr/parse-json.ts';
import {
  MAX_BAD_MESSAGES,
  MAX_MESSAGES_AT_ONCE,
  MAX_RELAY_WATCHED,
  MAX_SUBSCRIPTIONS,
  RELAY_KIB,
  RELAY_LOOK_MS,
  RELAY_TOO_OFTEN_MS,
} from '../../src/nwc/limits.ts';
import { createNotificationFeed } from '../../src/nwc/relay/notification-feed.ts';
import type { RelayDeps } from '../../src/nwc/relay/relay-deps.ts';
import { createRelayHub, type Subscription } from '../../src/nwc/relay/relay-hub.ts';
import { createRelayRates } from '../../src/nwc/relay/relay-rates.ts';
import { openClient } from '../../src/nwc/relay/relay-socket.ts';
import { createResponseEmitter } from '../../src/nwc/response-emitter.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { APP_PUBKEY, appRequest, WALLET_PUBKEY, walletSide } from '../support/nwc/app-request.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { SILENT_WALLET_FEED } from '../support/silent-wallet-feed.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const KEY = {
  deviceId: 'device',
  grantId: 'grant',
  userId: 'ann',
  clientPubkey: APP_PUBKEY,
  walletPubkey: WALLET_PUBKEY,
  sealedSecret: new Uint8Array(),
};
const LIVE = { key: KEY, scopes: null, notifiedSeq: 0n };

const idOf = (place: number): string => place.toString(16).padStart(64, '0');
const idsFrom = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, place) => idOf(first + place));

/** The relay over stores that count what they are asked. */
function openRelay(requestsPerSec = 10) {
  const clock = createVirtualClock('2023-11-14T22:13:20.000Z');
  const state = { ids: 0, signed: 0, looks: [] as (readonly string[])[] };
  const stored = new Set<string>();
  const deps: RelayDeps = {
    nwcKeys: {
      findKey: async () => KEY,
      findLiveKeys: async (pubkeys) => (pubkeys.includes(WALLET_PUBKEY) ? [LIVE] : []),
      recall: () => null,
    },
    nwcRequests: {
      addRequest: async ({ eventId }) => {
        if (stored.has(eventId)) return { kind: 'known', answer: null };
        stored.add(eventId);
        return { kind: 'added', wentBackAt: null };
      },
      findAnswer: async () => {
        state.ids += 1;
        return null;
      },
      findAnswers: async ({ eventIds }) => {
        state.looks.push(eventIds);
        return [];
      },
    },
    notifications: {
      readNews: async () => ({ scopes: null, records: [], recordSeq: 0n }),
      moveMark: async () => undefined,
    },
    walletFeed: SILENT_WALLET_FEED,
    runner: { start: () => undefined, isRunning: () => false, countRunning: () => 0 },
    responseEmitter: createResponseEmitter(),
    walletKeys: () => {
      state.signed += 1;
      return walletSide();
    },
    schemes: ['nip44_v2'],
    processId: 'process',
    stop: new AbortController().signal,
    clock,
    random: createSeededRandom(1),
    log: createListeningLog(),
  };
  const hub = createRelayHub(deps);
  const feed = createNotificationFeed(deps);
  const rates = createRelayRates(clock, requestsPerSec);
  const open = (network: string) => {
    const heard: (readonly unknown[])[] = [];
    const output = {
      send: (text: string) => void heard.push(parseList(text) ?? []),
      hold: (isHeld: boolean) => void heard.push(['HOLD', isHeld]),
      cut: () => void heard.push(['CUT']),
      confirm: async () => true,
      know: () => undefined,
    };
    const client = openClient({ deps, hub, feed, rates, network, output });
    const say = async (...message: readonly unknown[]): Promise<readonly unknown[]> => {
      client.read(Buffer.from(JSON.stringify(message)));
      await clock.flush();
      return heard.at(-1) ?? [];
    };
    return { heard, say };
  };
  return { clock, deps, hub, rates, state, open };
}

const filtersOf = (filter: object): readonly object[] =>
  Array.from({ length: MAX_FILTERS }, () => filter);

describe('what a subscription may cost', () => {
  test('37: the values of all its filters are counted together', async () => {
    const { open, state } = openRelay();
    const { say } = open('a');
    const [name, id, reason] = await say('REQ', 's', ...filtersOf({ '#e': idsFrom(0, 30) }));
    assert.deepEqual([name, id, reason], ['CLOSED', 's', 'invalid: too many values']);
    assert.equal(state.ids, 0);
    assert.equal((await say('REQ', 's', ...filtersOf({ '#e': idsFrom(0, 10) })))[0], 'EOSE');
  });

  test('one that names many counts as many messages of its network', async () => {
    const { clock, open, state } = openRelay(10);
    const [eager, other] = [open('a'), open('b')];
    const ids = idsFrom(0, 100);
    assert.equal((await eager.say('REQ', 's', { '#e': ids }))[0], 'EOSE');
    const asked = state.ids;
    await eager.say('REQ', 's', { '#e': ids });
    await clock.advance(RELAY_TOO_OFTEN_MS);
    assert.equal(eager.heard.at(-1)?.[2], 'rate-limited: too many messages');
    assert.equal(state.ids, asked);
    assert.equal((await other.say('REQ', 's', { '#e': [idOf(1)] }))[0], 'EOSE');
  });

  test('the same info in ten filters is signed once', async () => {
    const { open, state } = openRelay();
    const { heard, say } = open('a');
    const filter = { kinds: [13_194], authors: [WALLET_PUBKEY] };
    assert.equal((await say('REQ', 's', ...filtersOf(filter)))[0], 'EOSE');
    assert.equal(heard.filter(([name]) => name === 'EVENT').length, 1);
    assert.equal(state.signed, 1);
  });
});

test('one that asks too often is not read on before it has heard so', async () => {
  const { clock, open } = openRelay(1);
  const { heard, say } = open('a');
  const burst = 4;
  for (let count = 0; count < burst; count += 1) await say('REQ', `s${count}`, { '#e': [idOf(1)] });
  const before = heard.length;
  for (let count = 0; count < MAX_MESSAGES_AT_ONCE; count += 1)
    await say('REQ', 't', { '#e': [idOf(1)] });
  assert.deepEqual(heard.slice(before), [['HOLD', true]]);
  await clock.advance(RELAY_TOO_OFTEN_MS);
  const after = heard.slice(before + 1);
  assert.equal(after.filter(([name]) => name === 'CLOSED').length, MAX_MESSAGES_AT_ONCE);
  assert.deepEqual(
    after.filter(([name]) => name === 'HOLD'),
    [['HOLD', false]],
  );
});

test('the bytes of a network are counted before anything is parsed', async () => {
  const { clock, open } = openRelay(1000);
  const [eager, alsoEager, other] = [open('a'), open('a'), open('b')];
  const frame = ['EVENT', { id: idOf(1), content: 'x'.repeat(65_000) }];
  const whole = Math.floor(RELAY_KIB.burst / 64);
  for (let count = 0; count < whole; count += 1) await eager.say(...frame);
  assert.deepEqual(eager.heard.filter(([name]) => name === 'OK').length, whole);
  for (const client of [eager, alsoEager]) {
    const before = client.heard.length;
    await client.say(...frame);
    assert.deepEqual(client.heard.slice(before), [['HOLD', true]], 'it has no answer by its id');
    await clock.advance(RELAY_TOO_OFTEN_MS);
    assert.deepEqual(client.heard.slice(before + 1), [
      ['NOTICE', 'rate-limited: too many bytes'],
      ['HOLD', false],
    ]);
    for (let count = 0; count < 4; count += 1) await client.say(...frame);
  }
  assert.equal((await other.say(...frame))[0], 'OK');
  for (let count = 0; count < MAX_BAD_MESSAGES; count += 1) await alsoEager.say(...frame);
  assert(alsoEager.heard.some(([name]) => name === 'CUT'));
});

describe('what waits for answers of other processes', () => {
  const listen = (filter: object): Subscription => {
    const read = readFilter(filter);
    assert(read.ok);
    return {
      filters: [read.value],
      deviceIds: [],
      answered: new Set(),
      send: () => undefined,
    };
  };

  test('those who wait for many keep no one from being looked for', async () => {
    const { clock, hub, state } = openRelay();
    const each = 100;
    const crowd = (3 * MAX_RELAY_WATCHED) / each;
    for (let place = 0; place < crowd; place += 1) {
      hub.add(listen({ '#e': idsFrom(place * each, each) }));
    }
    const last = 'f'.repeat(64);
    hub.add(listen({ '#e': [last] }));
    await clock.advance(5 * RELAY_LOOK_MS);
    assert.ok(state.looks.every((ids) => ids.length <= MAX_RELAY_WATCHED + each));
    assert.ok(state.looks.some((ids) => ids.includes(last)));
    const seen = new Set(state.looks.flat());
    assert.equal(seen.size, 3 * MAX_RELAY_WATCHED + 1, 'the crowd is looked for too');
    hub.close();
  });

  test('one that stays remembers no answers that it does not name', async () => {
    const { deps, hub } = openRelay();
    const named = idOf(7);
    const [staying, waiting] = [
      listen({ kinds: [23_195], '#p': [APP_PUBKEY] }),
      listen({ kinds: [23_195], '#e': [named] }),
    ];
    hub.add(staying);
    hub.add(waiting);
    const answer = appRequest();
    for (let place = 0; place < MAX_SUBSCRIPTIONS; place += 1) {
      const tags = [
        ['p', APP_PUBKEY],
        ['e', idOf(place)],
      ];
      deps.responseEmitter.announce({ ...answer, kind: 23_195, tags });
    }
    assert.deepEqual([...staying.answered], []);
    assert.deepEqual([...waiting.answered], [named]);
    hub.close();
  });
});

test('a request that a stranger has seen and sends again costs its key nothing', async () => {
  const { open, rates } = openRelay(10);
  const event = appRequest();
  assert.deepEqual(await open('app').say('EVENT', event), ['OK', event.id, true, '']);
  for (const network of ['a', 'b']) {
    const { say } = open(network);
    for (let count = 0; count < 15; count += 1) {
      const [, , isTaken, words] = await say('EVENT', event);
      assert.deepEqual([isTaken, words], [true, 'duplicate: this request is known']);
    }
  }
  assert.equal(rates.takeRequest(KEY.deviceId), 'taken');
});
