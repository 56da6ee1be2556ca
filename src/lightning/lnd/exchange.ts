import type { Dispatcher } from 'undici';
import { NodeFault } from '../node-port.ts';

/** The whole answer to a call. */
export interface WholeAnswer {
  readonly statusCode: number;
  readonly text: string;
}

/** The answer of LND was longer than `maxAnswerBytes`. A request for less may succeed. */
export class LndAnswerTooLong extends NodeFault {}

/**
 * Sends a request and reads its whole answer. This uses undici's dispatcher directly: a stream for
 * each short answer would take as long as the call itself.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<WholeAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<WholeAnswer>();
  let controller: Dispatcher.DispatchController | null = null;
  let statusCode = 0;
  let bytes = 0;
  const chunks: Buffer[] = [];
  const giveUp = (reason: Error): void => {
    reject(reason);
    controller?.abort(reason);
  };
  const end = (): void => giveUp(new NodeFault('no answer from LND: ended by the caller'));
  if (signal?.aborted === true) end();
  else signal?.addEventListener('abort', end, { once: true });

  dispatcher.dispatch(request, {
    onRequestStart(started) {
      controller = started;
      // The call was given up while it waited for a connection, so it is not sent any more.
      if (signal?.aborted === true) end();
    },
    onResponseStart(_, status) {
      // Those below 200 come before the answer.
      statusCode = status;
    },
    onResponseData(_, chunk) {
      bytes += chunk.length;
      if (bytes > maxBytes) giveUp(new LndAnswerTooLong(`LND sent more than ${maxBytes} bytes`));
      else chunks.push(chunk);
    },
    onResponseEnd() {
      signal?.removeEventListener('abort', end);
      resolve({ statusCode, text: Buffer.concat(chunks).toString() });
    },
    onResponseError(_, error) {
      signal?.removeEventListener('abort', end);
      reject(error);
    },
  });
  return promise;
}
