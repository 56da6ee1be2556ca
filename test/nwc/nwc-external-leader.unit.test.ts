import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { writeEvent } from '../../src/nostr/event.ts';
import { DELETION_KIND, INFO_KIND, RESPONSE_KIND } from '../../src/nwc/wire-kinds.ts';
import { appRequest, NOW_SEC, WALLET_PUBKEY } from '../support/nwc/app-request.ts';
import {
  KEY,
  openConnected,
  openExternalBench,
  otherKey,
  RELAY,
} from '../support/nwc/external-bench.ts';

const SEC = 1000;
const HOUR = 3600 * SEC;

test('a hundred keys are one subscription, and a new one is noticed within seconds', async () => {
  const { clock, line, memory, start } = openExternalBench();
  for (let number = 0; number < 100; number += 1) memory.setScopes(otherKey(number), ALL_SCOPES);
  const { end } = start('first');
  await clock.advance(10 * SEC);
  const sizes = (): number[] => {
    const newest = new Map<unknown, number>();
    for (const [name, id, filter] of line().heard) {
      if (name === 'REQ') newest.set(id, Object(filter)['#p'].length);
    }
    return [...newest.values()];
  };
  assert.deepEqual(sizes(), [100, 1]);
  const added = otherKey(100);
  memory.setScopes(added, ALL_SCOPES);
  await clock.advance(3 * SEC);
  assert.deepEqual(sizes(), [100, 2]);
  const told = new Set(
    line()
      .events(INFO_KIND)
      .map(({ pubkey }) => pubkey),
  );
  assert.equal(told.size, 102);
  assert.ok(told.has(added.walletPubkey));
  await end();
});

test('41: info events are there again within the hour, and change with the scopes', async () => {
  const { clock, line, memory, end } = await openConnected();
  const infos = () => line().events(INFO_KIND);
  const before = infos().length;
  await clock.advance(HOUR);
  assert.equal(infos().length, before + 1);
  memory.setScopes(KEY, ['invoices:create']);
  await clock.advance(3 * SEC);
  assert.equal(infos().at(-1)?.content.includes('pay_invoice'), false);
  const times = infos().map(({ created_at }) => created_at);
  for (const [index, time] of times.entries()) {
    assert.ok(index === 0 || time > (times[index - 1] ?? 0), `${times}`);
  }
  await end();
});

test('41: where the clock goes back, the times of info events still grow', async () => {
  const { clock, line, memory, shiftClock, end } = await openConnected();
  const before = line().events(INFO_KIND).at(-1)?.created_at ?? 0;
  shiftClock(-2 * HOUR);
  memory.setScopes(KEY, ['invoices:create']);
  await clock.advance(3 * SEC);
  memory.setScopes(KEY, ['balance:read']);
  await clock.advance(3 * SEC);
  const times = line()
    .events(INFO_KIND)
    .map(({ created_at }) => created_at);
  assert.deepEqual(times.slice(-2), [before + 1, before + 2]);
  await end();
});

test('a relay that comes and goes gets all info events every ten seconds at most', async () => {
  const { clock, lines, line, end } = await openConnected();
  for (let time = 0; time < 2; time += 1) {
    line().hangUp();
    await clock.advance(2 * SEC);
  }
  assert.equal(lines.length, 3);
  assert.ok(lines.slice(1).every((each) => each.events(INFO_KIND).length === 0));
  await clock.advance(10 * SEC);
  assert.equal(line().events(INFO_KIND).length, 1);
  await end();
});

test('a key that ended: relays are asked to forget it, and told that it offers nothing', async () => {
  const { clock, line, memory, end } = await openConnected();
  memory.setScopes(KEY, null);
  await clock.advance(3 * SEC);
  const [deletion] = line().events(DELETION_KIND);
  assert.deepEqual(deletion?.tags[0], ['a', `13194:${WALLET_PUBKEY}:`]);
  const empty = line().events(INFO_KIND).at(-1);
  assert.equal(empty?.content, '');
  assert.ok((empty?.created_at ?? 0) > (deletion?.created_at ?? 0), 'else it would go too');
  assert.equal(memory.infoAtOf(KEY), empty?.created_at);
  await clock.advance(2 * HOUR);
  assert.equal(line().events(INFO_KIND).at(-1)?.id, empty?.id, 'it is not taken back');
  await end();
});

test('42: of two processes one talks, and the other takes over', async () => {
  const { clock, lines, start } = openExternalBench();
  const first = start('first');
  await clock.advance(5 * SEC);
  const second = start('second');
  await clock.advance(60 * SEC);
  assert.equal(lines.length, 1);
  await first.end();
  assert.equal(lines[0]?.isCut(), true);
  await clock.advance(5 * SEC);
  assert.equal(lines.length, 2);
  await second.end();
});

test('42: a leader that was followed takes nothing and publishes nothing any more', async () => {
  const { clock, lines, memory, started, start } = openExternalBench();
  const first = start('first');
  await clock.advance(5 * SEC);
  memory.expireLease();
  const second = start('second');
  // Not long enough for the first one to find that out by itself.
  await clock.advance(100);
  const [old] = lines;
  assert(old !== undefined && !old.isCut());
  const answer = appRequest({ kind: RESPONSE_KIND, scheme: null });
  const news = { relay: RELAY, deviceId: KEY.deviceId, kind: RESPONSE_KIND, keepMs: HOUR };
  memory.addPublication({ ...news, event: writeEvent(answer) });
  await clock.advance(300);
  const [subscription] = old.subscriptions();
  old.say('EVENT', subscription, appRequest({ createdAt: NOW_SEC + 5 }));
  await clock.flush();
  assert.equal(started.length, 0);
  assert.equal(memory.requests.size, 0);
  assert.equal(old.events(RESPONSE_KIND).length, 0);
  assert.equal(old.isCut(), true, 'it has learned that it is followed');
  await clock.advance(10 * SEC);
  assert.equal(lines.at(-1)?.events(RESPONSE_KIND).length, 1);
  await first.end();
  await second.end();
});
