import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { readBodies } from '../../src/app/http/read-bodies.ts';
import { STYLE_SHEETS } from '../../src/app/pages/style-sheets.ts';
import { html } from '../../src/i18n/html.ts';
import { DEFAULT_PREFERENCES } from '../../src/users/preferences.ts';
import type { User } from '../../src/users/user-store.ts';
import { MAX_FORM_BYTES, MAX_FORM_FIELDS } from '../../src/web/limits.ts';
import {
  bindPages,
  type Page,
  redirectTo,
  refusePage,
  showPage,
} from '../../src/web/pages/page.ts';
import { registerPages } from '../../src/web/pages/register-pages.ts';
import { WITHOUT_TURNS } from '../../src/web/rate-limits/turns.ts';
import {
  createTestSessions,
  createVisitor,
  type PageVisitor,
  readText,
} from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';

const world = await startPages({ after });
const sessions = createTestSessions();
let app: FastifyInstance;
let person: PageVisitor;
let admin: PageVisitor;
let guest: PageVisitor;

const SAMPLE: User = {
  id: '0',
  identifier: 'x',
  email: 'ann@example.com',
  name: null,
  avatar: null,
  nostrPubkey: null,
  isAdmin: false,
  disabledAt: null,
  createdAt: new Date(0),
  closedAt: null,
  browserLanguage: null,
  preferences: DEFAULT_PREFERENCES,
};

const say = (text: string) => showPage({ title: 'T', main: html`<p>${text}</p>` });

const PAGES: readonly Page<null>[] = [
  { method: 'GET', path: '/open', access: 'anyone', handle: async () => say('hello') },
  {
    method: 'POST',
    path: '/open',
    access: 'anyone',
    handle: async (_, { form }) => say(`${form.text('a')}|${form.all('b').join('+')}`),
  },
  {
    method: 'GET',
    path: '/mine/:id',
    access: 'signed_in',
    handle: async (_, { user, params, query }) =>
      say(`${user.email} ${params.text('id')} ${query.text('q')}`),
  },
  {
    method: 'POST',
    path: '/mine/:id',
    access: 'signed_in',
    handle: async (_, { session }) => {
      session.keepNotice({ kind: 'done', text: 'It is <done>' });
      return redirectTo('/open');
    },
  },
  { method: 'GET', path: '/rule', access: 'admin', handle: async () => say('all of you') },
  {
    method: 'GET',
    path: '/slow',
    access: 'anyone',
    handle: async () =>
      refusePage({
        status: 429,
        words: () => ({ title: 'Slowly', message: 'Wait.' }),
        retryAfterSec: 7,
      }),
  },
  {
    method: 'GET',
    path: '/broken',
    access: 'anyone',
    handle: async () => {
      throw new Error('password=hunter2');
    },
  },
  {
    method: 'GET',
    path: '/leaves',
    access: 'anyone',
    leavesSite: true,
    handle: async () => say('bye'),
  },
];

before(async () => {
  app = Fastify();
  const pages = world.deps.pages ?? assert.fail('pages are served');
  const readBody = readBodies(app, world.deps);
  const deps = { ...world.deps, ...pages, sessions, readBody, turns: WITHOUT_TURNS };
  await registerPages(app, deps, bindPages(PAGES, null), STYLE_SHEETS);
  guest = createVisitor(app, sessions, null);
  person = createVisitor(app, sessions, SAMPLE);
  admin = createVisitor(app, sessions, { ...SAMPLE, isAdmin: true });
});
after(() => app.close());

describe('who sees a page', () => {
  test('a guest is sent to sign in, and comes back after it', async () => {
    const answer = await guest.get('/mine/7?q=a%26b');
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-in']);
    assert.equal(sessions.returnOf(guest.cookie), '/mine/7?q=a%26b');
  });

  test('a signed-in person sees it, with what his address names', async () => {
    const answer = await person.get('/mine/a%3Cb?q=1&q=%26');
    assert.match(readText(answer), /ann@example\.com a<b &/);
    assert.match(answer.body, /href="\/profile"/);
  });

  test('what is for admins does not exist for others', async () => {
    assert.equal((await person.get('/rule')).statusCode, 404);
    assert.equal((await admin.get('/rule')).statusCode, 200);
    assert.equal((await guest.get('/rule')).headers.location, '/sign-in');
    assert.match((await admin.get('/open')).body, /href="\/operate"/);
    assert.doesNotMatch((await person.get('/open')).body, /operate/);
  });
});

describe('forms', () => {
  test('are taken with the token of their own session only', async () => {
    assert.match(readText(await guest.post('/open', { a: '<x>', b: ['1', '2'] })), /<x>\|1\+2/);
    for (const token of ['', 'x', `csrf-of-${person.cookie}`]) {
      const answer = await guest.post('/open', { csrf_token: token, a: '1' });
      assert.equal(answer.statusCode, 403, token);
      assert.match(readText(answer), /Nothing was changed/);
    }
    assert.equal((await guest.postPlain('/open', {})).statusCode, 403);
  });

  test('of somebody who is signed out lead to the sign-in page, whatever token they bear', async () => {
    const answer = await guest.post('/mine/7', {});
    assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/sign-in']);
    assert.equal((await person.postPlain('/mine/7', {})).statusCode, 403);
  });

  test('may leave a notice for the next page, once', async () => {
    assert.equal((await person.post('/mine/7', {})).statusCode, 303);
    assert.match((await person.get('/open')).body, /role="status">It is &#60;done&#62;</);
    assert.doesNotMatch((await person.get('/open')).body, /It is/);
  });

  const bodies = [
    { name: 'too large', payload: `a=${'x'.repeat(MAX_FORM_BYTES)}`, status: 413 },
    { name: 'too many fields', payload: 'a&'.repeat(MAX_FORM_FIELDS + 1), status: 400 },
    { name: 'NUL', payload: 'a=%00', status: 400 },
    { name: 'JSON', payload: '{"a":1}', type: 'application/json', status: 415 },
    { name: 'plain text', payload: 'csrf_token=x', type: 'text/plain', status: 415 },
    { name: 'no type at all', payload: 'a=1', type: '', status: 415 },
  ];
  for (const { name, payload, status, type } of bodies) {
    test(`that are ${name} are answered ${status} with a page`, async () => {
      const answer = await app.inject({
        method: 'POST',
        url: '/open',
        payload,
        headers: {
          cookie: guest.cookie,
          'content-type': type ?? 'application/x-www-form-urlencoded',
        },
      });
      assert.equal(answer.statusCode, status);
      assert.match(readText(answer), new RegExp(`Error ${status}`));
    });
  }

  test('of just the size that is allowed are read', async () => {
    const known = `csrf_token=csrf-of-${encodeURIComponent(guest.cookie)}&a=`;
    const payload = known + 'x'.repeat(MAX_FORM_BYTES - known.length);
    const answer = await app.inject({
      method: 'POST',
      url: '/open',
      payload,
      headers: { cookie: guest.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(answer.statusCode, 200);
  });

  test('cannot reach into objects by the names of their fields', async () => {
    const answer = await guest.post('/open', { a: '1', __proto__x: '2', constructor: '3' });
    assert.equal(answer.statusCode, 200);
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/open',
      payload: '__proto__=1&toString=2',
      headers: { cookie: guest.cookie, 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.equal(statusCode, 403);
  });
});

describe('errors', () => {
  test('of ours are logged and told without their words', async () => {
    const answer = await guest.get('/broken');
    assert.equal(answer.statusCode, 500);
    assert.match(readText(answer), /went wrong on our side/);
    assert.doesNotMatch(answer.body, /hunter2/);
    assert.match(world.logged(), /a page failed/);
  });

  test('tell when to try again', async () => {
    const answer = await guest.get('/slow');
    assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [429, '7']);
  });

  test('another method is refused with a page that names the right ones', async () => {
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url: '/open', headers: { origin: 'https://x.y' } });
      assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD, POST'], method);
      assert.match(readText(answer), /Error 405/);
    }
  });
});

describe('headers', () => {
  test('F2 keep pages out of frames, caches and referrers, and everything foreign out of them', async () => {
    const { headers } = await guest.get('/open');
    assert.equal(
      headers['content-security-policy'],
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self' data:;" +
        "connect-src 'self';manifest-src 'self';worker-src 'self';base-uri 'none';frame-ancestors 'none';form-action 'self'",
    );
    assert.equal(headers['x-frame-options'], 'DENY');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['x-content-type-options'], 'nosniff');
    // A window that an app opened may speak with it.
    assert.equal(headers['cross-origin-opener-policy'], undefined);
  });

  test('errors have them too', async () => {
    for (const path of ['/broken', '/slow', '/rule']) {
      const { headers } = await person.get(path);
      assert.match(String(headers['content-security-policy']), /frame-ancestors 'none'/, path);
      assert.equal(headers['cache-control'], 'no-store', path);
    }
  });

  test('only where a form ends at an app may a form end elsewhere', async () => {
    const policy = String((await guest.get('/leaves')).headers['content-security-policy']);
    assert.doesNotMatch(policy, /form-action/);
    assert.match(policy, /frame-ancestors 'none'/);
  });

  test('other sites hear nothing from pages, and the API is open to them as before', async () => {
    const headers = { origin: 'https://app.example' };
    const page = await world.app.inject({ method: 'GET', url: '/', headers });
    assert.equal(page.headers['access-control-allow-origin'], undefined);
    const preflight = await world.app.inject({
      method: 'OPTIONS',
      url: '/',
      headers: { ...headers, 'access-control-request-method': 'POST' },
    });
    assert.equal(preflight.headers['access-control-allow-origin'], undefined);
    const api = await world.app.inject({ method: 'GET', url: '/health', headers });
    assert.equal(api.headers['access-control-allow-origin'], '*');
    assert.equal(api.headers['content-security-policy'], undefined);
  });
});
