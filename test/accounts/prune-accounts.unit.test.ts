import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KEEP_INVITATIONS_MS } from '../../src/accounts/limits.ts';
import { pruneAccounts } from '../../src/accounts/prune-accounts.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

test('I6 everything that is over is removed, in parts, again and again', async () => {
  const clock = createVirtualClock();
  const stop = new AbortController();
  const left = { sessions: 2500, links: 1, invitations: 7, attempts: 1000 };
  const prune =
    (name: keyof typeof left, keptMs = 0) =>
    async (before: Date, limit: number) => {
      assert.equal(before.getTime(), clock.now().getTime() - keptMs);
      const removed = Math.min(left[name], limit);
      left[name] -= removed;
      return removed;
    };
  const stores = {
    clock,
    sessions: { pruneSessions: prune('sessions') },
    links: {
      pruneLinks: prune('links'),
      pruneInvitations: prune('invitations', KEEP_INVITATIONS_MS),
    },
    attempts: { pruneAttempts: prune('attempts') },
  };
  await pruneAccounts(stores, stop.signal);
  assert.deepEqual(left, { sessions: 0, links: 0, invitations: 0, attempts: 0 });
  left.sessions = 3;
  await clock.advance(61_000);
  await pruneAccounts(stores, stop.signal);
  assert.equal(left.sessions, 0);
  stop.abort();
  left.sessions = 3;
  await pruneAccounts(stores, stop.signal);
  assert.equal(left.sessions, 3);
});
