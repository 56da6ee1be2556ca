import type { Clock } from '../../base/clock.ts';
import { NodeFault } from '../node-port.ts';
import type { LndClient } from './client.ts';
import { LndAnswerTooLong } from './exchange.ts';
import { refusalFault } from './lnd-answer.ts';
import { int64Field, listField, type WireObject } from './wire-fields.ts';

/** A list that LND returns in pages, oldest first. */
export interface PagedList {
  /** LND's name for the call, for error messages. */
  readonly call: string;
  /** The field of the answer that contains the entries. */
  readonly field: string;
  /** Makes the path of the request for up to `size` entries after the offset. */
  readonly path: (offset: bigint, size: number) => string;
}

export interface ReadPagesOptions {
  readonly signal: AbortSignal;
  /**
   * Given for a list whose pages cost LND much. After each page, LND is then left alone for as long
   * as the page took, so that it has time for other calls, however long the list is.
   */
  readonly paceBy?: Pick<Clock, 'monotonicMs' | 'sleep'>;
}

/**
 * Yields all entries of a list after an offset, until a page is empty. Strangers can make entries
 * long, so a page that is too large is requested again in smaller parts.
 */
export async function* readPages(
  lnd: Pick<LndClient, 'get'>,
  list: PagedList,
  after: bigint,
  { signal, paceBy }: ReadPagesOptions,
): AsyncGenerator<WireObject> {
  let offset = after;
  while (!signal.aborted) {
    const askedAtMs = paceBy?.monotonicMs() ?? 0;
    const page = await pageAfter(lnd, list, offset);
    const tookMs = (paceBy?.monotonicMs() ?? 0) - askedAtMs;
    if (page.messages.length === 0) return;
    yield* page.messages;
    if (page.lastOffset <= offset) throw new NodeFault(`LND lists ${list.field} in a circle`);
    offset = page.lastOffset;
    if (tookMs > 0) await paceBy?.sleep(tookMs, signal);
  }
}

const PAGE_SIZES = [500, 20, 1];

interface Page {
  readonly messages: readonly WireObject[];
  readonly lastOffset: bigint;
}

async function pageAfter(
  lnd: Pick<LndClient, 'get'>,
  { call, field, path }: PagedList,
  offset: bigint,
): Promise<Page> {
  let tooLong: unknown;
  for (const size of PAGE_SIZES) {
    try {
      const answer = await lnd.get(path(offset, size));
      if (!answer.ok) throw refusalFault(call, answer.refusal);
      const lastOffset = int64Field(answer.value, 'last_index_offset');
      return { messages: listField(answer.value, field), lastOffset };
    } catch (error) {
      if (!(error instanceof LndAnswerTooLong)) throw error;
      tooLong = error;
    }
  }
  throw tooLong;
}
