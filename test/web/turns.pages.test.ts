import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { readBodies } from '../../src/app/http/read-bodies.ts';
import { STYLE_SHEETS } from '../../src/app/pages/style-sheets.ts';
import { html } from '../../src/i18n/html.ts';
import { textsOf } from '../../src/i18n/io/catalogues.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import type { User } from '../../src/users/user-store.ts';
import { MAX_TURNS_OF_NETWORK, MAX_WAITING_FOR_TURN, TURN_MS } from '../../src/web/limits.ts';
import {
  bindPages,
  PARTS_HERE,
  type Page,
  sendFile,
  showLongPage,
  showPage,
} from '../../src/web/pages/page.ts';
import { registerPages } from '../../src/web/pages/register-pages.ts';
import { createTurns } from '../../src/web/rate-limits/turns.ts';
import { createTestSessions, createVisitor, readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';
import { pipeline } from '../support/pipelined.ts';
import { createStandingClock } from '../support/standing-clock.ts';

/** A page of this service takes turns: one at a time for a user, two for a network of guests. */

const world = await startPages({ after });
const sessions = createTestSessions();
const clock = createStandingClock();
const turns = createTurns(clock);
let app: FastifyInstance;

const userOf = (id: string): User => ({
  id,
  identifier: id,
  email: `${id}@example.com`,
  name: null,
  avatar: null,
  nostrPubkey: null,
  isAdmin: false,
  disabledAt: null,
  createdAt: new Date(0),
  closedAt: null,
  browserLanguage: null,
  preferences: DEFAULT_PREFERENCES,
});

/** Pages that have begun, and what lets them end. */
const begun: string[] = [];
const gates: (() => void)[] = [];

async function work(name: string): Promise<void> {
  begun.push(name);
  const { promise, resolve } = Promise.withResolvers<void>();
  gates.push(resolve);
  await promise;
}

/** Without the bell, whose number is read from the database. */
const say = (text: string) =>
  showPage({ title: 'T', isQuestion: true, main: html`<p>${text}</p>` });

let made = 0;
async function* parts(name: string): AsyncGenerator<string, void> {
  try {
    yield '';
    for (let n = 0; n < 3; n += 1) {
      made += 1;
      await work(`${name} ${n}`);
      yield `${n};`;
    }
  } finally {
    begun.push(`${name} ended`);
  }
}

/** As `beginFile` leaves them: what stands in `finally` runs. */
async function beginParts(name: string): Promise<AsyncGenerator<string, void>> {
  const begun = parts(name);
  await begun.next();
  return begun;
}

const PAGES: readonly Page<null>[] = [
  {
    method: 'GET',
    path: '/mine',
    access: 'signed_in',
    handle: async (_, { user }) => {
      await work(user.id);
      return say('done');
    },
  },
  {
    method: 'POST',
    path: '/mine',
    access: 'signed_in',
    handle: async (_, { user, form }) => {
      await work(`${user.id} ${form.text('a')}`);
      return say('sent');
    },
  },
  {
    method: 'GET',
    path: '/file',
    access: 'signed_in',
    handle: async (_, { user }) =>
      sendFile({ name: 'a.csv', type: 'text/csv', parts: await beginParts(user.id) }),
  },
  {
    method: 'GET',
    path: '/long',
    access: 'signed_in',
    handle: async (_, { user }) => {
      const rest = await beginParts(user.id);
      await work(user.id);
      return showLongPage({ title: 'T', isQuestion: true, main: PARTS_HERE, parts: rest });
    },
  },
  {
    method: 'GET',
    path: '/open',
    access: 'anyone',
    handle: async () => {
      await work('guest');
      return say('hello');
    },
  },
];

before(async () => {
  app = Fastify();
  const pages = world.deps.pages ?? assert.fail('pages are served');
  const readBody = readBodies(app, world.deps);
  const rateLimit = { isOn: false, requestsPerSec: 1, paymentsPerSec: 1, paymentsBurst: 1 };
  const config = { ...world.deps.config, rateLimit };
  const deps = { ...world.deps, ...pages, textsOf, config, sessions, readBody, turns };
  await registerPages(app, deps, bindPages(PAGES, null), STYLE_SHEETS);
  await app.listen({ port: 0, host: '127.0.0.1' });
});
after(() => app.close());

const settle = async (): Promise<void> => {
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** What has begun since the last look, when nothing more begins. */
async function takeBegun(): Promise<readonly string[]> {
  await settle();
  return begun.splice(0);
}

const endAll = async (): Promise<void> => {
  for (; gates.length > 0; await settle()) gates.shift()?.();
};

const visitor = (id: string) => createVisitor(app, sessions, userOf(id));

test('of 95 pages over one connection that hangs up, one is made', async () => {
  const { cookie } = visitor('ann');
  const many = await pipeline(app, { path: '/mine', headers: { cookie } }, 95);
  assert.deepEqual(await takeBegun(), ['ann']);
  await many.hangUp();
  await endAll();
  assert.deepEqual(await takeBegun(), [], 'what had not begun never begins');
  const next = visitor('ann').get('/mine');
  assert.deepEqual(await takeBegun(), ['ann'], 'the user is served again');
  await endAll();
  assert.equal((await next).statusCode, 200);
});

test('of 95 pages for a guest who hangs up, two are made', async () => {
  const many = await pipeline(app, { path: '/open', headers: {} }, 95);
  assert.equal((await takeBegun()).length, MAX_TURNS_OF_NETWORK);
  await many.hangUp();
  await endAll();
  assert.deepEqual(await takeBegun(), []);
});

test('a file that nobody reads any more is not read on', async () => {
  const { cookie } = visitor('ann');
  const file = await pipeline(app, { path: '/file', headers: { cookie } }, 1);
  assert.deepEqual(await takeBegun(), ['ann 0']);
  await file.hangUp();
  await endAll();
  assert.deepEqual(await takeBegun(), ['ann ended']);
});

test('a long page that nobody waits for any more ends before it began', async () => {
  const { cookie } = visitor('ann');
  const page = await pipeline(app, { path: '/long', headers: { cookie } }, 1);
  assert.deepEqual(await takeBegun(), ['ann']);
  await page.hangUp();
  await endAll();
  assert.deepEqual(await takeBegun(), ['ann ended']);
});

for (const path of ['/file', '/long']) {
  test(`who asks only for the head of ${path} lets none of its parts be made`, async () => {
    const { cookie } = visitor('ann');
    const before = made;
    const answer = app.inject({ method: 'HEAD', url: path, headers: { cookie } });
    await settle();
    await endAll();
    assert.equal((await answer).statusCode, 200);
    assert.equal((await takeBegun()).at(-1), 'ann ended');
    assert.equal(made, before, 'no part was made');
  });
}

test('a user waits for their own pages, and nobody else does', async () => {
  const ann = visitor('ann');
  const all = [ann.get('/mine'), ann.get('/mine'), ann.get('/file')];
  const other = visitor('bob').get('/mine');
  assert.deepEqual(await takeBegun(), ['ann', 'bob']);
  gates.shift()?.();
  assert.deepEqual(await takeBegun(), ['ann']);
  await endAll();
  const statuses = (await Promise.all([...all, other])).map(({ statusCode }) => statusCode);
  assert.deepEqual(statuses, [200, 200, 200, 200]);
  assert.deepEqual(await takeBegun(), ['ann 0', 'ann 1', 'ann 2', 'ann ended']);
});

test('a page that waits for somebody else lets the next one begin', async () => {
  const ann = visitor('ann');
  const all = [ann.get('/mine'), ann.get('/mine')];
  assert.deepEqual(await takeBegun(), ['ann']);
  clock.pass(TURN_MS);
  assert.deepEqual(await takeBegun(), ['ann']);
  await endAll();
  for (const answer of await Promise.all(all)) assert.equal(answer.statusCode, 200);
});

test('who asks for too much at once is told so in their language, and loses no form', async () => {
  const { cookie, post } = visitor('ann');
  const headers = { cookie, 'accept-language': 'de-DE,de' };
  const get = () => app.inject({ method: 'GET', url: '/mine', headers });
  const all = Array.from({ length: 1 + MAX_WAITING_FOR_TURN }, get);
  assert.deepEqual(await takeBegun(), ['ann']);
  const refused = await get();
  assert.deepEqual([refused.statusCode, refused.headers['retry-after']], [429, '1']);
  assert.match(readText(refused), /Zu viele Seiten wurden gleichzeitig aufgerufen/);
  const form = await post('/mine', { a: 'typed and kept' });
  assert.equal(form.statusCode, 429);
  assert.match(form.body, /name="a" value="typed and kept"/);
  assert.equal((await takeBegun()).length, 0, 'the form did nothing');
  const other = visitor('bob').get('/mine');
  assert.deepEqual(await takeBegun(), ['bob'], 'others are served');
  await endAll();
  const statuses = (await Promise.all([...all, other])).map(({ statusCode }) => statusCode);
  assert(statuses.every((status) => status === 200));
  await takeBegun();
});

test('a form whose browser has gone is done to its end once it has begun, else never', async () => {
  const ann = visitor('ann');
  const first = await pipeline(app, { path: '/mine', headers: { cookie: ann.cookie } }, 1);
  const form = ann.post('/mine', { a: 'later' });
  assert.deepEqual(await takeBegun(), ['ann']);
  await first.hangUp();
  assert.deepEqual(await takeBegun(), [], 'the first one still has its turn');
  await endAll();
  assert.equal((await form).statusCode, 200);
  assert.deepEqual(await takeBegun(), ['ann later']);
});

/** The last test: nothing waits any more. */
test('when the service closes, only what has begun is done, and nothing waits', async () => {
  const ann = visitor('ann');
  const first = ann.get('/mine');
  assert.deepEqual(await takeBegun(), ['ann']);
  const waiting = Array.from({ length: MAX_WAITING_FOR_TURN - 1 }, () => ann.get('/mine'));
  const form = ann.post('/mine', { a: 'typed and kept' });
  await settle();
  turns.close();
  for (const { statusCode } of await Promise.all(waiting)) assert.equal(statusCode, 503);
  const refused = await form;
  assert.equal(refused.statusCode, 503);
  assert.equal((await ann.get('/mine')).statusCode, 503);
  clock.pass(TURN_MS);
  assert.deepEqual(await takeBegun(), [], 'none of them began');
  await endAll();
  assert.equal((await first).statusCode, 200);
});
