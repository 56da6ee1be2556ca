import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { type Filter, readFilter } from '../../src/nostr/filter.ts';
import { MAX_RELAY_WATCHED, RELAY_LOOK_BACK_MS, RELAY_LOOK_MS } from '../../src/nwc/limits.ts';
import { createRelayHub, type Subscription } from '../../src/nwc/relay/relay-hub.ts';
import { createResponseEmitter } from '../../src/nwc/response-emitter.ts';
import { createListeningLog } from '../support/listening-log.ts';
import { APP_PUBKEY, WALLET_PUBKEY } from '../support/nwc/app-request.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const newId = (): string => randomBytes(32).toString('hex');

function openHub() {
  const clock = createVirtualClock();
  const responseEmitter = createResponseEmitter();
  /** What each look asked for. */
  const looks: (readonly string[])[] = [];
  const backs: number[] = [];
  let isAway = false;
  const hub = createRelayHub({
    nwcRequests: {
      findAnswers: async ({ eventIds, lookBackMs }) => {
        if (isAway) throw new Error('the database is away');
        looks.push(eventIds);
        backs.push(lookBackMs);
        return [];
      },
    },
    runner: { isRunning: () => false },
    responseEmitter,
    processId: 'here',
    clock,
    log: createListeningLog(),
  });
  const listen = (input: object): Subscription => {
    const filters = [filterOf(input)];
    const subscription = { filters, deviceIds: [], answered: new Set<string>(), send: () => {} };
    hub.add(subscription);
    return subscription;
  };
  const answer = (requestId: string): void =>
    responseEmitter.announce({
      id: newId(),
      pubkey: WALLET_PUBKEY,
      created_at: 1,
      kind: 23_195,
      tags: [
        ['p', APP_PUBKEY],
        ['e', requestId],
      ],
      content: '',
      sig: '',
    });
  const setAway = (away: boolean): void => {
    isAway = away;
  };
  return { clock, hub, looks, backs, setAway, listen, answer };
}

function filterOf(input: object): Filter {
  const read = readFilter({ kinds: [23_195], ...input });
  assert(read.ok);
  return read.value;
}

test('one who hears all answers to a key keeps nothing of them', () => {
  const { hub, listen, answer } = openHub();
  const all = listen({ '#p': [APP_PUBKEY] });
  const requestId = newId();
  const one = listen({ '#p': [APP_PUBKEY], '#e': [requestId] });
  for (let count = 0; count < 100; count += 1) answer(newId());
  answer(requestId);
  assert.deepEqual([all.answered.size, [...one.answered]], [0, [requestId]]);
  hub.close();
});

test('whoever waits for very many answers does not keep others from theirs', async () => {
  const { clock, hub, looks, listen } = openHub();
  for (let count = 0; count < (2 * MAX_RELAY_WATCHED) / 100; count += 1) {
    listen({ '#e': Array.from({ length: 100 }, newId) });
  }
  const requestId = newId();
  listen({ '#e': [requestId] });
  await clock.advance(3 * RELAY_LOOK_MS);
  assert.ok(looks.some((eventIds) => eventIds.includes(requestId)));
  assert.ok(looks.every((eventIds) => eventIds.length < MAX_RELAY_WATCHED + 100));
  hub.close();
});

test('after an outage it looks back over all of it: answers of others were written meanwhile', async () => {
  const { clock, hub, backs, setAway, listen } = openHub();
  listen({ '#p': [APP_PUBKEY] });
  const heard = listen({ '#e': [newId()] });
  await clock.advance(10_000);
  const usual = backs.at(-1) ?? 0;
  setAway(true);
  await clock.advance(45_000);
  setAway(false);
  const before = backs.length;
  await clock.advance(RELAY_LOOK_MS);
  assert.ok((backs[before] ?? 0) >= 45_000 + RELAY_LOOK_BACK_MS);
  await clock.advance(2 * RELAY_LOOK_MS);
  assert.equal(backs.at(-1), usual);
  hub.remove(heard);
  hub.close();
});
