import { PassThrough } from 'node:stream';
import { assert } from '../../base/assert.ts';
import type { Random } from '../../base/random.ts';
import { LIVE_RETRY_MS } from '../limits.ts';
import type { GuestPage, Listening, Page, PageAnswer, UserPageRequest } from '../pages/page.ts';
import { type CountUnreadDeps, countUnread } from '../pages/unread-notices.ts';
import type { LiveHub, Output } from './live-hub.ts';
import type { Watched } from './live-store.ts';

/** The dependencies of pages that show changes without a reload. */
export interface WatchDeps extends CountUnreadDeps {
  readonly live: LiveHub;
}

export interface LivePageDeps {
  readonly live: LiveHub;
  readonly random: Random;
}

export const LIVE_PATH = '/live';

/**
 * Sends events (WHATWG HTML, 9.2) that tell a browser when to load its page again. They contain no
 * amounts and no names.
 */
const show: GuestPage<LivePageDeps> = {
  method: 'GET',
  path: LIVE_PATH,
  access: 'anyone',
  handle: async (deps, request) => {
    const { user, raw } = request;
    // A browser that gets the status 204 does not reconnect.
    if (user === null || raw.request.method !== 'GET') return answerNothing(request);
    return openStream(deps, { ...request, user });
  },
};

export const livePages: readonly Page<LivePageDeps>[] = [show];

function answerNothing({ raw }: Pick<UserPageRequest, 'raw'>): PageAnswer {
  void raw.reply.code(204).send();
  return { kind: 'answered' };
}

const MARK = /^[0-9a-z_.]{1,120}$/;

function openStream({ live, random }: LivePageDeps, request: UserPageRequest): PageAnswer {
  const { reply, request: asked } = request.raw;
  const lastId = asked.headers['last-event-id'];
  const seen = typeof lastId === 'string' ? lastId : request.query.text('seen');
  const events = new PassThrough();
  const opened = live.open({
    watched: watchedBy(request, {
      payment: request.query.text('payment'),
      app: request.query.text('app'),
    }),
    seenMark: MARK.exec(seen)?.[0] ?? '',
    output: outputOf(events, () => reply.raw.destroy()),
  });
  if (opened === null) {
    // Too many streams are open. Without one, the script of the page loads the page now and then.
    void reply.code(503).header('retry-after', '60').send();
    return { kind: 'answered' };
  }
  reply.raw.once('close', () => {
    opened.close();
    events.destroy();
  });
  events.write(`retry: ${retryMs(random)}\n\n`);
  void reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    // The header X-Accel-Buffering makes nginx pass events on at once.
    .header('x-accel-buffering', 'no')
    .send(events);
  return { kind: 'answered' };
}

function retryMs(random: Random): number {
  const { min, max } = LIVE_RETRY_MS;
  const [high = 0, low = 0] = random.bytes(2);
  return min + Math.floor(((max - min) * (high * 256 + low)) / 65_536);
}

const outputOf = (events: PassThrough, cut: () => void): Output => ({
  write: (text) => events.write(text),
  end: () => void events.end(),
  cut,
});

/** The things whose changes a page follows, in addition to the user's wallet. */
interface Beside {
  /** The identifier of a payment that the page follows. */
  readonly payment?: string;
  /** The id of an app grant that the page follows. */
  readonly app?: string;
}

/**
 * Lets a page follow changes from what it shows now. Notices are counted first: a notice that was
 * found later would be reported as a change at once.
 */
export async function watchWallet(
  deps: WatchDeps,
  request: UserPageRequest,
  beside: Beside = {},
): Promise<Listening> {
  const unread = await countUnread(deps, request.user);
  const mark = await deps.live.readMark(watchedBy(request, beside));
  const query = new URLSearchParams({ seen: mark ?? '', ...beside });
  return { address: `${LIVE_PATH}?${query}`, unread };
}

function watchedBy({ session, user }: UserPageRequest, { payment, app = '' }: Beside): Watched {
  assert(session.id !== null, 'a signed-in user has a session');
  return {
    sessionId: session.id,
    userId: user.id,
    paymentIdentifier: payment || null,
    appGrantId: UUID.test(app) ? app : null,
  };
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
