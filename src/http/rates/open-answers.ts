import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock.ts';
import {
  ANSWER_SILENCE_MS,
  FRESH_ANSWER_MS,
  MAX_OPEN_ANSWER_BYTES,
  MAX_OPEN_ANSWERS,
  MAX_OPEN_ANSWERS_OF_NETWORK,
  MAX_SMALL_ANSWER_LENGTH,
} from '../../base/limits.ts';
import { callerNetwork } from './caller-network.ts';

/**
 * Answers that are complete, and that their clients have not taken from us. What the kernel takes
 * at once is not counted, nor are lists that are read as their clients read them.
 */
export interface OpenAnswers {
  add(response: ServerResponse, answer: NewAnswer): void;
  /** Bytes that are held for single clients. */
  heldBytes(): number;
  count(): number;
}

export interface NewAnswer {
  readonly network: string;
  /** 0 where all clients share the same bytes. */
  readonly ownBytes: number;
}

interface OpenAnswer extends NewAnswer {
  readonly response: ServerResponse;
  readonly sinceMs: number;
}

/**
 * When too many are open, the oldest are cut off, those of the same network first; but none that is
 * fresh: a client that reads has it before that.
 */
export function createOpenAnswers(clock: Pick<Clock, 'monotonicMs'>): OpenAnswers {
  // A set keeps the order of insertion: the first answer is the oldest.
  const open = new Set<OpenAnswer>();
  const countByNetwork = new Map<string, number>();
  let heldBytes = 0;

  const remove = (answer: OpenAnswer): void => {
    if (!open.delete(answer)) return;
    heldBytes -= answer.ownBytes;
    const left = (countByNetwork.get(answer.network) ?? 0) - 1;
    if (left > 0) countByNetwork.set(answer.network, left);
    else countByNetwork.delete(answer.network);
  };
  const isTooMuch = (): boolean =>
    open.size > MAX_OPEN_ANSWERS || heldBytes > MAX_OPEN_ANSWER_BYTES;
  const cutOld = (network: string): void => {
    const freshFromMs = clock.monotonicMs() - FRESH_ANSWER_MS;
    for (const answer of open) {
      const isManyOfNetwork = (countByNetwork.get(network) ?? 0) > MAX_OPEN_ANSWERS_OF_NETWORK;
      if (answer.sinceMs > freshFromMs || !(isManyOfNetwork || isTooMuch())) return;
      if (answer.network !== network && !isTooMuch()) continue;
      remove(answer);
      answer.response.destroy();
    }
  };

  return {
    add: (response, answer) => {
      const added = { ...answer, response, sinceMs: clock.monotonicMs() };
      open.add(added);
      heldBytes += answer.ownBytes;
      countByNetwork.set(answer.network, (countByNetwork.get(answer.network) ?? 0) + 1);
      response.once('close', () => remove(added));
      response.once('finish', () => remove(added));
      cutOld(answer.network);
    },
    heldBytes: () => heldBytes,
    count: () => open.size,
  };
}

/** Counts what leaves a server, and hangs up sooner on a client who takes nothing of it. */
export function watchAnswers(app: FastifyInstance, answers: OpenAnswers, silenceMs: number): void {
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

/** Streams have none: those who write them look after them. */
function lengthOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.length : 0;
}

/** An answer that waits for its turn on the connection has no socket yet. */
function hurry(response: ServerResponse, answerSilenceMs: number, silenceMs: number): void {
  const { socket } = response;
  if (!(socket instanceof Socket)) return;
  socket.setTimeout(answerSilenceMs);
  response.once('finish', () => {
    // Unless the server has set the time for the next request.
    if (socket.timeout === answerSilenceMs) socket.setTimeout(silenceMs);
  });
}
