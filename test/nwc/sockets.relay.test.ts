import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { WebSocket } from 'ws';
import type { Clock } from '../../src/base/clock.ts';
import { BAD_MESSAGES_MS, MAX_BAD_MESSAGES, RELAY_PING_MS } from '../../src/nwc/limits.ts';
import { eventually } from '../support/eventually.ts';
import { openSocket } from '../support/nwc/relay-app.ts';
import { startRelayWorld } from '../support/nwc/relay-world.ts';

/** Sockets over hours, by a clock that the test moves. */
const hours = createPingTime();
const world = await startRelayWorld({ after }, { relayClock: hours.over });
const cleanups: (() => unknown)[] = [];
const cleanup = { after: (end: () => unknown) => void cleanups.push(end) };
after(() => {
  for (const end of cleanups) end();
});

test('37: a connection that is half open is cut, and one that only listens stays', async () => {
  const silent = new WebSocket(world.relayUrl, { autoPong: false });
  const listener = new WebSocket(world.relayUrl);
  cleanup.after(() => silent.terminate());
  cleanup.after(() => listener.terminate());
  const gone = once(silent, 'close');
  let pings = 0;
  listener.on('ping', () => {
    pings += 1;
  });
  await Promise.all([once(silent, 'open'), once(listener, 'open')]);
  for (const round of [1, 2, 3]) {
    await eventually('the listener is asked', () => (pings >= round ? true : null));
    // The listener's answer to the ping comes before the one to this message.
    const said = once(listener, 'message');
    listener.send('["NONSENSE"]');
    await said;
    await hours.nextPing(round === 1 ? 2 : 1);
    if (round === 1) await gone;
  }
  assert.equal(listener.readyState, WebSocket.OPEN);
});

test('bad messages are counted for a while, and then forgiven', async () => {
  const socket = await openSocket(cleanup, world.relayUrl);
  const complain = async (count: number): Promise<void> => {
    const from = socket.heard.length;
    for (let sent = 0; sent < count; sent += 1) socket.send(['NONSENSE']);
    await eventually('all are answered', () =>
      socket.heard.length - from >= count || socket.isClosed() ? true : null,
    );
  };
  await complain(MAX_BAD_MESSAGES - 1);
  hours.move(BAD_MESSAGES_MS + 1);
  await complain(MAX_BAD_MESSAGES - 1);
  assert.ok(!socket.isClosed());
  await complain(1);
  await eventually('it is cut off', () => (socket.isClosed() ? true : null));
});

/** Time passes for pings when the test says so; every other pause is short and real. */
function createPingTime() {
  let aheadMs = 0;
  const sleepers = new Set<() => void>();
  const over = (clock: Clock): Clock => ({
    ...clock,
    monotonicMs: () => clock.monotonicMs() + aheadMs,
    sleep: async (ms, signal) => {
      if (ms !== RELAY_PING_MS) return await clock.sleep(ms, signal);
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          sleepers.delete(wake);
          resolve();
        };
        sleepers.add(wake);
        signal?.addEventListener('abort', wake, { once: true });
      });
    },
  });
  return {
    over,
    move: (ms: number): void => {
      aheadMs += ms;
    },
    /** Once so many sockets wait for it. */
    nextPing: async (sockets: number): Promise<void> => {
      await eventually('sockets wait for the next ping', () =>
        sleepers.size >= sockets ? true : null,
      );
      for (const wake of [...sleepers]) wake();
    },
  };
}
