import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import type { NodeChannel, PaymentAttempt } from '../../src/lightning/node-port.ts';
import { judgeStuck, type StuckEvidence } from '../../src/payments/judge-stuck.ts';
import { CHANNEL_POINT } from '../support/quiet-chain.ts';

const ASKED_AT = new Date('2026-03-01T12:00:00Z');
const HASH = 'ab'.repeat(32);
const CHANNEL: NodeChannel = {
  channelPoint: CHANNEL_POINT,
  peerPubkey: `02${'cd'.repeat(32)}`,
  isActive: true,
  isAnnounced: true,
  capacitySat: sat(1000n),
  localSat: sat(500n),
  remoteSat: sat(500n),
  ids: ['101', '16000000'],
  htlcHashes: ['ef'.repeat(32)],
  watchedSec: 600n,
  onlineSec: 590n,
};
const OTHER = { ...CHANNEL, ids: ['202'], watchedSec: 1200n, onlineSec: 1200n };
const ATTEMPT: PaymentAttempt = {
  state: 'in_flight',
  startedAt: ago(700),
  channelId: '101',
  expiryHeight: 900,
};

function ago(seconds: number): Date {
  return new Date(ASKED_AT.getTime() - seconds * 1000);
}

function judge(changes: Partial<StuckEvidence> = {}) {
  const said = { state: 'in_flight' as const, attempts: [ATTEMPT] };
  const look = { paymentHash: HASH, askedAt: ASKED_AT, said, channels: [OTHER, CHANNEL] };
  return judgeStuck({ ...look, ...changes });
}

const trying = (...attempts: readonly Partial<PaymentAttempt>[]) =>
  judge({
    said: { state: 'in_flight', attempts: attempts.map((one) => ({ ...ATTEMPT, ...one })) },
  });
const withChannel = (changes: Partial<NodeChannel>) =>
  judge({ channels: [OTHER, { ...CHANNEL, ...changes }] });

test('tried before the start of the node, and in no channel since: it hangs', () => {
  assert.deepEqual(judge(), {
    kind: 'stuck',
    channelIds: ['101'],
    lastAttemptAt: ago(700),
    nodeUpSince: ago(601),
    awaySec: 10n,
    expiryHeight: 900,
  });
});

test('the last of several attempts counts, and all their channels; those that failed do not', () => {
  const judged = trying(
    { startedAt: ago(2000), expiryHeight: 950 },
    { startedAt: ago(1300), channelId: '202', expiryHeight: 940 },
    { startedAt: ago(1), channelId: '999', state: 'failed', expiryHeight: 990 },
  );
  assert(judged.kind === 'stuck');
  assert.deepEqual(judged.lastAttemptAt, ago(1300));
  assert.deepEqual(judged.channelIds, ['101', '202']);
  assert.equal(judged.expiryHeight, 950);
  assert.equal(judged.awaySec, 10n);
});

test('a route may name a channel by its alias', () => {
  assert.equal(trying({ channelId: '16000000' }).kind, 'stuck');
});

const GAPS: readonly (readonly [string, RegExp, () => ReturnType<typeof judge>])[] = [
  ['the node does not know it', /no such payment/, () => judge({ said: null })],
  [
    'it has failed',
    /has failed/,
    () => judge({ said: { state: 'failed', attempts: [{ ...ATTEMPT, state: 'failed' }] } }),
  ],
  [
    'it was paid',
    /has succeeded/,
    () => judge({ said: { state: 'succeeded', attempts: [{ ...ATTEMPT, state: 'succeeded' }] } }),
  ],
  ['a part was paid', /taken a part/, () => trying({}, { state: 'succeeded' })],
  ['nothing was tried yet', /no attempt/, () => trying()],
  ['all that was tried has failed', /no attempt/, () => trying({ state: 'failed' })],
  ['its HTLC is in its channel', /holds an HTLC/, () => withChannel({ htlcHashes: [HASH] })],
  [
    'its HTLC is in another channel',
    /holds an HTLC/,
    () => judge({ channels: [{ ...OTHER, htlcHashes: [HASH] }, CHANNEL] }),
  ],
  ['its channel is closed', /closed or closing/, () => judge({ channels: [OTHER] })],
  ['one of its channels is closed', /closed or closing/, () => trying({}, { channelId: '303' })],
  ['its channel does not work', /does not work/, () => withChannel({ isActive: false })],
  ['the node runs since before', /not started again/, () => withChannel({ watchedSec: 701n })],
  ['nobody knows since when it runs', /not started again/, () => withChannel({ watchedSec: 0n })],
  ['tried once more after the start', /not started again/, () => trying({}, { startedAt: ago(5) })],
  ['tried in the second of the start', /not started again/, () => trying({ startedAt: ago(601) })],
];

for (const [name, why, look] of GAPS) {
  test(`no proof: ${name}`, () => {
    const judged = look();
    assert(judged.kind === 'not_stuck');
    assert.match(judged.why, why);
  });
}
