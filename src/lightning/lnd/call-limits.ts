/** Limits on how long a call to LND may take as a whole. */

import type { Clock } from '../../base/clock.ts';
import { NodeFault } from '../node-port.ts';

/**
 * Gives up a call that does not end in time. The HTTP client itself only ends calls in which
 * nothing arrives for a while, and if the client loses track of a call, that call never ends.
 */
export async function inTime<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
  call: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const [ended, late] = [new AbortController(), new AbortController()];
  const either = signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]);
  const { promise: givenUp, reject } = Promise.withResolvers<never>();
  void clock.sleep(ms, ended.signal).then(() => {
    if (ended.signal.aborted) return;
    reject(new NodeFault(`no answer from LND: it was not whole after ${ms} ms`));
    late.abort();
  });
  try {
    return await Promise.race([call(either), givenUp]);
  } finally {
    ended.abort('ended');
  }
}

/** Passes on the messages of a stream, and aborts the stream when it has not ended in time. */
export async function* untilLate<T>(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
  open: (signal: AbortSignal) => AsyncIterable<T>,
): AsyncGenerator<T> {
  const [ended, late] = [new AbortController(), new AbortController()];
  void clock.sleep(ms, ended.signal).then(() => ended.signal.aborted || late.abort());
  try {
    yield* open(AbortSignal.any([signal, late.signal]));
  } finally {
    ended.abort('ended');
  }
}
