import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import { networkShare } from '../../base/network-limit.ts';
import { networkSizes } from '../../base/network-sizes.ts';
import {
  ANSWER_SILENCE_MS,
  FRESH_ANSWER_MS,
  MAX_OPEN_ANSWER_BYTES,
  MAX_OPEN_ANSWERS,
  MAX_OPEN_ANSWERS_OF_NETWORK,
  MAX_SMALL_ANSWER_LENGTH,
} from '../limits.ts';
import { callerNetwork } from './caller-network.ts';

/**
 * Counts answers that are complete and that their clients have not read yet. Small ones that fit
 * into the kernel's buffers do not count, nor do long lists, which are made as fast as their
 * clients read.
 */
export interface SlowReaderGuard {
  add(response: ServerResponse, answer: NewAnswer): void;
  /** The bytes of open answers that are not shared between clients. */
  heldBytes(): number;
  count(): number;
}

export interface NewAnswer {
  readonly network: string;
  /** The bytes of the answer that no other client shares; 0 if all are shared. */
  readonly ownBytes: number;
}

interface OpenAnswer extends NewAnswer {
  readonly response: ServerResponse;
  readonly sinceMs: number;
}

/**
 * Cuts off the oldest answers when too many are open, first those of the same network. Fresh ones
 * are never cut off, as a client that reads needs less time than that.
 */
export function createSlowReaderGuard(clock: Pick<Clock, 'monotonicMs'>): SlowReaderGuard {
  // A set keeps the order of insertion, so the first answer is the oldest.
  const open = new Set<OpenAnswer>();
  // The answers and bytes held for each network, by the key of each of its sizes (such as /64 and
  // /48).
  const held = new Map<string, Held>();
  let heldBytes = 0;

  const count = ({ network, ownBytes }: NewAnswer, by: 1 | -1): void => {
    heldBytes += by * ownBytes;
    for (const { key } of networkSizes(network)) {
      const { answers, bytes } = held.get(key) ?? NOTHING;
      const next = { answers: answers + by, bytes: bytes + by * ownBytes };
      if (next.answers > 0) held.set(key, next);
      else held.delete(key);
    }
  };
  const remove = (answer: OpenAnswer): void => {
    if (open.delete(answer)) count(answer, -1);
  };
  const isTooMuch = (): boolean =>
    open.size > MAX_OPEN_ANSWERS || heldBytes > MAX_OPEN_ANSWER_BYTES;
  /**
   * Finds the sizes of this network (such as /64 and /48) that hold more open answers or bytes than
   * their share.
   */
  const crowdedOf = (network: string): ReadonlySet<string> =>
    new Set(
      networkSizes(network).flatMap(({ key, factor }) => {
        const { answers, bytes } = held.get(key) ?? NOTHING;
        return answers > networkShare(MAX_OPEN_ANSWERS_OF_NETWORK, MAX_OPEN_ANSWERS, factor) ||
          bytes > networkShare(MAX_BYTES_OF_NETWORK, MAX_OPEN_ANSWER_BYTES, factor)
          ? [key]
          : [];
      }),
    );
  const cutOld = (network: string): void => {
    const freshFromMs = clock.monotonicMs() - FRESH_ANSWER_MS;
    for (const answer of open) {
      const crowded = crowdedOf(network);
      if (answer.sinceMs > freshFromMs || !(crowded.size > 0 || isTooMuch())) return;
      const isOfCrowded = networkSizes(answer.network).some(({ key }) => crowded.has(key));
      if (!isOfCrowded && !isTooMuch()) continue;
      remove(answer);
      answer.response.destroy();
    }
  };

  return {
    add: (response, answer) => {
      const added = { ...answer, response, sinceMs: clock.monotonicMs() };
      open.add(added);
      count(added, 1);
      response.once('close', () => remove(added));
      response.once('finish', () => remove(added));
      cutOld(answer.network);
    },
    heldBytes: () => heldBytes,
    count: () => open.size,
  };
}

interface Held {
  readonly answers: number;
  readonly bytes: number;
}

const NOTHING: Held = { answers: 0, bytes: 0 };

/** The most bytes held for one network: a quarter of all, as its larger sizes may hold half. */
const MAX_BYTES_OF_NETWORK = MAX_OPEN_ANSWER_BYTES / 4;

/** Counts the answers that are sent, and disconnects clients sooner if they do not read them. */
export function watchAnswers(
  app: FastifyInstance,
  answers: SlowReaderGuard,
  silenceMs: number,
): void {
  const answerSilenceMs = Math.min(ANSWER_SILENCE_MS, silenceMs);
  app.addHook('onSend', (request, reply, payload, done) => {
    const length = lengthOf(payload);
    if (length > MAX_SMALL_ANSWER_LENGTH) {
      const ownBytes = typeof payload === 'string' ? length : 0;
      answers.add(reply.raw, { network: callerNetwork(request.ip), ownBytes });
      hurry(reply.raw, answerSilenceMs, silenceMs);
    }
    done();
  });
}

/** The length of an answer; 0 for a stream, which its writer watches. */
function lengthOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.length : 0;
}

/**
 * Cuts a slow client off sooner. A response that waits for its turn on the connection has no socket
 * yet.
 */
function hurry(response: ServerResponse, answerSilenceMs: number, silenceMs: number): void {
  const { socket } = response;
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(answerSilenceMs);
  response.once('finish', () => {
    // A time limit that the server has set for the next request stays.
    if (socket.timeout === answerSilenceMs) socket.setTimeout(silenceMs);
  });
}
