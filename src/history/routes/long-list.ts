import type { ServerResponse } from 'node:http';
import { finished } from 'node:stream';
import type { Clock } from '../../base/clock.ts';
import type { KeyLimit } from '../../base/key-limit.ts';
import type { Log } from '../../base/log.ts';
import { TURN_MS } from '../../web/limits.ts';
import type { ListThrottle } from '../../web/rate-limits/list-throttle.ts';
import { asUser, HungUpError, type Turns } from '../../web/rate-limits/turns.ts';
import { type Answer, answerRefused } from '../../web/route.ts';
import { TOO_MANY_LISTS } from '../../web/wire-errors.ts';
import { TAKE_LIST_MS } from '../limits.ts';
import type { HistoryPart } from '../list-history.ts';

export interface LongListDeps {
  /** Counts the long lists that are being sent to each user. */
  readonly longLists: KeyLimit;
  /** Bounds how fast long lists are sent to one user: resolves when the next part may be sent. */
  readonly listThrottle: ListThrottle;
  /**
   * The fair queue in which callers wait for their turn. Each further part of a list is read in a
   * turn of its own.
   */
  readonly turns: Pick<Turns, 'part'>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The user who reads a list, and a signal that aborts when they have closed the connection. */
export interface ListReader {
  readonly userId: string;
  readonly hangUp: AbortSignal;
  /**
   * Gives the caller's turn in the fair queue to others after the first part was read. Otherwise
   * the turn would last until the whole list has been sent.
   */
  readonly endTurn: () => void;
}

/**
 * Answers a list that is too long to send in one go. It is read from the database as fast as the
 * client reads, so only a part of it is in memory. Each user may have only a few such lists on
 * their way.
 */
export async function answerLongList(
  deps: LongListDeps,
  reader: ListReader,
  first: HistoryPart,
): Promise<Answer<never>> {
  const { userId } = reader;
  if (!deps.longLists.acquire(userId)) {
    // The beginning of the list was already read, so a refusal must not come faster than an answer
    // would. Otherwise asking again and again would be cheap for the caller and dear for the
    // service.
    await deps.clock.sleep(TURN_MS, reader.hangUp);
    return answerRefused(TOO_MANY_LISTS);
  }
  return {
    kind: 'json_parts',
    parts: writeParts(deps, reader, first),
    watch: (response) => {
      const sent = new AbortController();
      finished(response, () => {
        deps.longLists.release(userId);
        sent.abort();
      });
      void cutOff(deps, response, sent.signal);
    },
  };
}

/**
 * Yields the parts of a list as JSON text. The status 200 is sent before, so if a later part cannot
 * be read, the response breaks off, by which the client sees that it is incomplete.
 */
async function* writeParts(
  { log, listThrottle, turns }: Pick<LongListDeps, 'log' | 'listThrottle' | 'turns'>,
  { userId, hangUp, endTurn }: ListReader,
  first: HistoryPart,
): AsyncGenerator<string> {
  const readOn = async ({ more }: HistoryPart): Promise<HistoryPart | null> => {
    if (more === null) return null;
    endTurn();
    return await turns.part(asUser(userId), more, hangUp);
  };
  let opening = '[';
  try {
    for (let part: HistoryPart | null = first; part !== null; part = await readOn(part)) {
      if (part.bodies.length === 0) continue;
      const text = opening + part.bodies.join(',');
      await listThrottle(userId, text.length, hangUp);
      yield text;
      opening = ',';
    }
    yield opening === '[' ? '[]' : ']';
  } catch (error) {
    if (!(error instanceof HungUpError)) log.error({ error }, 'a list broke off');
    throw error;
  }
}

/**
 * Cuts off a client that has not taken the whole list in time. A client that reads slowly but
 * steadily would never run into a time-out for silence.
 */
async function cutOff(
  { clock }: Pick<LongListDeps, 'clock'>,
  response: ServerResponse,
  sent: AbortSignal,
): Promise<void> {
  await clock.sleep(TAKE_LIST_MS, sent);
  if (!sent.aborted) response.destroy();
}
