import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { field, textField } from '../../test/support/fields.ts';

/** A receiver of webhooks in a separate process. */
export interface Sink {
  /** URLs of different hosts, in turn. */
  url(n: number): string;
  /** The number of deliveries that have arrived so far. */
  received(): number;
  /** Resolves when `count` deliveries have arrived in total. */
  until(count: number): Promise<void>;
  close(): Promise<void>;
}

const PROGRAM = new URL('./sink-program.ts', import.meta.url).pathname;

export async function startSink(): Promise<Sink> {
  const child = fork(PROGRAM);
  const [hello] = await once(child, 'message');
  const ports = textField(hello, 'ports').split(' ');
  let received = 0;
  const waiting = new Set<{ readonly count: number; readonly resolve: () => void }>();
  child.on('message', (message) => {
    const count = field(message, 'received');
    assert(typeof count === 'number');
    received = count;
    for (const one of waiting) {
      if (one.count > received) continue;
      waiting.delete(one);
      one.resolve();
    }
  });
  return {
    url: (n) => `http://127.0.0.1:${ports[n % ports.length]}`,
    received: () => received,
    until: (count) =>
      received >= count
        ? Promise.resolve()
        : new Promise((resolve) => waiting.add({ count, resolve })),
    close: async () => {
      const exited = once(child, 'exit');
      child.disconnect();
      await exited;
    },
  };
}
