import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createNotifier } from '../../src/base/notifier.ts';
import {
  LIVE_HEARTBEAT_MS,
  LIVE_SILENCE_MS,
  LIVE_STREAM_MS,
  MAX_LIVE_STREAMS_OF_USER,
} from '../../src/web/limits.ts';
import { createLiveHub, type LiveHub, type Output } from '../../src/web/live/live-hub.ts';
import type { Watched } from '../../src/web/live/live-store.ts';
import { createListeningLog } from '../support/listening-log.ts';

/** Looks happen when the test says so. */
function startHub() {
  let nowMs = 0;
  let looks = 0;
  let next = Promise.withResolvers<void>();
  const marks = new Map<string, string | null>();
  let isDown = false;
  const hub = createLiveHub({
    live: {
      readMarks: async (watched) => {
        looks += 1;
        if (isDown) throw new Error('the database is away');
        return watched.map(({ userId }) => marks.get(userId) ?? null);
      },
    },
    clock: {
      now: () => new Date(nowMs),
      monotonicMs: () => nowMs,
      sleep: async (_, signal) => {
        const { promise } = next;
        await Promise.race([
          promise,
          new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve())),
        ]);
      },
    },
    log: createListeningLog(),
    notifier: createNotifier(),
  });
  const step = async (ms: number): Promise<void> => {
    nowMs += ms;
    const wake = async () => {
      const { resolve } = next;
      next = Promise.withResolvers<void>();
      resolve();
      await new Promise((resolve) => setImmediate(resolve));
    };
    // A pause between two looks, and one before the next.
    await wake();
    await wake();
  };
  return {
    hub,
    marks,
    step,
    looks: () => looks,
    setDown: (value: boolean) => {
      isDown = value;
    },
  };
}

const watchedBy = (userId: string): Watched => ({
  sessionId: `session of ${userId}`,
  userId,
  paymentIdentifier: null,
  appGrantId: null,
});

interface Heard extends Output {
  readonly texts: string[];
  readonly end: () => void;
  state: 'open' | 'ended' | 'cut';
  isReading: boolean;
}

function listen(): Heard {
  const heard: Heard = {
    texts: [],
    state: 'open',
    isReading: true,
    write: (text) => {
      heard.texts.push(text);
      return heard.isReading;
    },
    end: () => {
      heard.state = 'ended';
    },
    cut: () => {
      heard.state = 'cut';
    },
  };
  return heard;
}

function open(hub: LiveHub, userId: string, seenMark: string): Heard {
  const output = listen();
  assert.notEqual(hub.open({ watched: watchedBy(userId), seenMark, output }), null);
  return output;
}

const change = (mark: string) => `id: ${mark}\nevent: change\ndata:\n\n`;

describe('streams of changes', () => {
  test('tell what has changed since the page was made, and then each change once', async () => {
    const { hub, marks, step } = startHub();
    marks.set('ann', '2').set('bob', '1');
    const [ann, bob] = [open(hub, 'ann', '1'), open(hub, 'bob', '1')];
    await step(0);
    assert.deepEqual([ann.texts, bob.texts], [[change('2')], []]);
    marks.set('bob', '5');
    await step(1000);
    await step(1000);
    assert.deepEqual([ann.texts, bob.texts], [[change('2')], [change('5')]]);
    hub.close();
  });

  test('one look serves them all, and no one looks when none is open', async () => {
    const { hub, marks, step, looks } = startHub();
    marks.set('ann', '1').set('bob', '1');
    const output = listen();
    const first = hub.open({ watched: watchedBy('ann'), seenMark: '1', output });
    open(hub, 'bob', '1');
    await step(1000);
    const before = looks();
    await step(1000);
    assert.equal(looks(), before + 1);
    first?.close();
    assert.equal(hub.count(), 1);
    hub.close();
    await step(1000);
    assert.equal(looks(), before + 1);
  });

  test('a session that is over ends its stream', async () => {
    const { hub, marks, step } = startHub();
    marks.set('ann', '1');
    const ann = open(hub, 'ann', '1');
    await step(0);
    marks.set('ann', null);
    await step(1000);
    assert.deepEqual([ann.state, hub.count()], ['ended', 0]);
  });

  test('what happened while the database was away is told afterwards', async () => {
    const { hub, marks, step, setDown } = startHub();
    marks.set('ann', '1');
    const ann = open(hub, 'ann', '1');
    await step(0);
    setDown(true);
    marks.set('ann', '2');
    await step(1000);
    assert.deepEqual([ann.texts, ann.state], [[], 'open']);
    setDown(false);
    await step(1000);
    assert.deepEqual(ann.texts, [change('2')]);
    hub.close();
  });

  test('silence is broken now and then, and no stream lives for ever', async () => {
    const { hub, marks, step } = startHub();
    marks.set('ann', '1');
    const ann = open(hub, 'ann', '1');
    await step(0);
    await step(LIVE_HEARTBEAT_MS);
    assert.deepEqual(ann.texts, [':\n\n']);
    await step(LIVE_STREAM_MS);
    assert.equal(ann.state, 'ended');
  });

  test('a browser that does not read is cut off', async () => {
    const { hub, marks, step } = startHub();
    marks.set('ann', '2');
    const ann = open(hub, 'ann', '1');
    ann.isReading = false;
    await step(0);
    await step(LIVE_SILENCE_MS);
    assert.deepEqual([ann.state, hub.count()], ['cut', 0]);
  });

  test('one user has a bounded number, and others still get theirs', () => {
    const { hub, marks } = startHub();
    marks.set('ann', '1').set('bob', '1');
    for (let count = 0; count < MAX_LIVE_STREAMS_OF_USER; count += 1) open(hub, 'ann', '1');
    const output = listen();
    assert.equal(hub.open({ watched: watchedBy('ann'), seenMark: '1', output }), null);
    open(hub, 'bob', '1');
    hub.close();
    assert.equal(hub.open({ watched: watchedBy('bob'), seenMark: '1', output }), null);
  });
});
