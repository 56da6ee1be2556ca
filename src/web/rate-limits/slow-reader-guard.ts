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
 * Counts answers that are complete and that their clients have not read yet, because this process
 * holds their bytes. Small answers, which fit into the kernel's buffers, do not count, nor do long
 * lists, which are made only as fast as their clients read.
 */
export interface SlowReaderGuard {
  add(response: ServerResponse, answer: NewAnswer): void;
  /** The bytes of unread answers that this process holds for single clients. */
  heldBytes(): number;
  count(): number;
}

export interface NewAnswer {
  readonly network: string;
  /**
   * The bytes of the answer that are held for this client alone; 0 for a document that all clients
   * share.
   */
  readonly ownBytes: number;
}

interface OpenAnswer extends NewAnswer {
  readonly response: ServerResponse;
  readonly sinceMs: number;
}

/**
 * Cuts off the oldest unread answers when there are too many, beginning with those of the network
 * that has more than its share. Answers below a minimum age are never cut off, as a client that
 * reads is done before that age.
 */
export function createSlowReaderGuard(clock: Pick<Clock, 'monotonicMs'>): SlowReaderGuard {
  // A set keeps the order of insertion, so the first answer is the oldest.
  const open = new Set<OpenAnswer>();
  // The unread answers and their bytes for each network, and for the larger networks around it
  // (such as its /48 around its /64).
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
   * Finds those sizes of a network, such as its /64 and its /48, that hold more unread answers or
   * bytes than their share.
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

/**
 * The most bytes of unread answers for one network: a quarter of what this process holds for all.
 * Larger networks around it may hold up to half.
 */
const MAX_BYTES_OF_NETWORK = MAX_OPEN_ANSWER_BYTES / 4;

/**
 * Counts the answers that are sent, and disconnects clients sooner if they do not read large ones.
 */
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

/** The length of an answer; 0 for a stream, which is watched by the code that writes it. */
function lengthOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.length : 0;
}

/**
 * Shortens the time after which a client that does not read is cut off. A response that waits
 * behind others on its connection has no socket yet, and keeps the usual time.
 */
function hurry(response: ServerResponse, answerSilenceMs: number, silenceMs: number): void {
  const { socket } = response;
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(answerSilenceMs);
  response.once('finish', () => {
    // The usual time limit is restored only if the server has not set another one for the next
    // request.
    if (socket.timeout === answerSilenceMs) socket.setTimeout(silenceMs);
  });
}
