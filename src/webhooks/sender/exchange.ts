import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { decodeContent } from '../../system/guarded-connector/decode-content.ts';
import type { AnsweredResult } from '../delivery-result.ts';
import { MAX_WEBHOOK_ANSWER_BYTES } from '../limits.ts';
import type { Deadlines } from './deadlines.ts';
import { BadAnswer, CutOff } from './error-class.ts';
import { toExcerpt } from './excerpt.ts';

/** A request and its answer, on one connection. */
export interface Exchange {
  /** Resolves with the outcome, and never rejects. */
  readonly done: Promise<Outcome>;
  /**
   * Ends the exchange at once. If the status of the answer has arrived already, it is the result.
   */
  cut(): void;
}

export type Outcome =
  | Omit<AnsweredResult, 'durationMs'>
  | {
      readonly kind: 'broken';
      readonly error: unknown;
      /** Whether the exchange broke before any byte of an answer arrived. */
      readonly isUnanswered: boolean;
    };

/** The most interim answers (1xx) that are skipped. */
const MAX_INTERIM = 8;
const MAX_RETRY_AFTER_LENGTH = 100;

/**
 * Sends a request and reads the answer. Using undici's dispatcher directly avoids buffering, and
 * follows no redirects. The status is the receiver's verdict: once it has arrived, nothing that
 * happens to the body changes it.
 */
export function beginExchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  bodyDeadlines: Deadlines,
): Exchange {
  const { promise: done, resolve } = Promise.withResolvers<Outcome>();
  let controller: Dispatcher.DispatchController | null = null;
  let head: { readonly status: number; readonly headers: IncomingHttpHeaders } | null = null;
  let isUnanswered = true;
  let isOver = false;
  let interims = 0;
  let bodyBytes = 0;
  const chunks: Buffer[] = [];
  let forgetBody = (): void => undefined;

  const finish = (error: unknown): void => {
    if (isOver) return;
    isOver = true;
    forgetBody();
    if (head === null) resolve({ kind: 'broken', error, isUnanswered });
    else resolve(answered(head.status, head.headers, Buffer.concat(chunks)));
  };
  const stop = (reason: Error): void => {
    finish(reason);
    controller?.abort(reason);
  };
  const cut = (): void => stop(new CutOff('cut off'));

  dispatcher.dispatch(request, {
    onRequestStart(started) {
      controller = started;
      // The attempt was cut off while it waited for a connection, so its request is not sent any
      // more.
      if (isOver) started.abort(new CutOff('cut off'));
    },
    onResponseStarted() {
      isUnanswered = false;
    },
    onResponseStart(_, status, headers) {
      if (status >= 200) {
        head = { status, headers };
        forgetBody = bodyDeadlines.watch(cut);
      } else {
        interims += 1;
        if (interims > MAX_INTERIM) stop(new BadAnswer('too many interim answers'));
      }
    },
    onResponseData(_, chunk) {
      bodyBytes += chunk.length;
      if (!isOver) chunks.push(chunk);
      if (bodyBytes > MAX_WEBHOOK_ANSWER_BYTES) stop(new CutOff('enough'));
    },
    onResponseEnd: () => finish(null),
    onResponseError: (_, error) => finish(error),
  });
  return { done, cut };
}

function answered(status: number, headers: IncomingHttpHeaders, body: Uint8Array): Outcome {
  return {
    kind: 'answered',
    status,
    retryAfter: firstOf(headers['retry-after'])?.slice(0, MAX_RETRY_AFTER_LENGTH) ?? null,
    control: toControl(firstOf(headers['webhook-delivery'])),
    excerpt: toExcerpt(readable(body, headers['content-encoding'])),
  };
}

/**
 * The bytes of an answer's body without compression; empty when the compressed body was cut off, or
 * is too large when decompressed.
 */
function readable(body: Uint8Array, coding: string | undefined): Uint8Array {
  const content = decodeContent(body, coding, MAX_WEBHOOK_ANSWER_BYTES);
  return content === 'too_large' || content === null ? new Uint8Array() : content;
}

function toControl(text: string | undefined): AnsweredResult['control'] {
  const word = text?.trim().toLowerCase();
  return word === 'abort-message' || word === 'disable' ? word : null;
}

const firstOf = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'object' ? value[0] : value;
