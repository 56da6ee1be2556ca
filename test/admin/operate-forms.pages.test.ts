import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, describe, test } from 'node:test';
import { CONFIRMATION_MS } from '../../src/accounts/limits.ts';
import { ACTION_PAGES } from '../../src/admin/admin.ts';
import { closeChannelPath } from '../../src/admin/pages/operate-paths.ts';
import type { ActionKind } from '../../src/alarms/operator-log/operator-action.ts';
import { PAGES } from '../../src/app/pages/pages.ts';
import { addPersonalToken } from '../../src/apps/add-personal-token.ts';
import { sat } from '../../src/base/amount.ts';
import { formatChannelPoint } from '../../src/lightning/channel-point.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import type { Person } from '../support/account-world.ts';
import { type Answer, type Browser, readHidden } from '../support/browser.ts';
import { createFakeManagement, NO_BITCOIN } from '../support/fake-management.ts';
import { newHash } from '../support/onchain/withdrawal-events.ts';
import { startActing } from '../support/operate/acting-world.ts';
import { createTestOperator, HEALTHY_REPORT } from '../support/test-operator.ts';

const fake = createFakeManagement();
fake.has.wallet = { ...NO_BITCOIN, confirmedSat: sat(1_000_000n) };
const operatorPort = { ...createTestOperator(), management: fake };
const world = await startActing({ after }, { operator: operatorPort });
const { owner } = world;
const operator = await world.addPerson({ isAdmin: true });
/** Just confirmed who they are. */
const fresh = (): Promise<Browser> => world.signedIn(operator);

const OPEN_CHANNEL =
  HEALTHY_REPORT.node?.channels[0]?.channelPoint ?? assert.fail('it has a channel');
/** A lockdown would refuse the people of the tests that follow. */
afterEach(async () => void (await owner`select release_lockdown('{payments,apps,changes}', null)`));

const stranger = '00000000-0000-7000-8000-000000000000';
const of = (path: string, id: string): string => path.replace(':id', id);

/** Adds a token of a user, and answers its id. */
async function addToken(userId: string): Promise<string> {
  const { tokens } = world.deps;
  const input = { userId, name: 'a till', scopes: 'payments:send', expiresInSec: null };
  const added = await addPersonalToken({ tokens, clock: world.clock, random: systemRandom }, input);
  return added.ok ? added.value.stored.id : assert.fail('it is added');
}

const channelOrder = () => ({
  provider: 'https://lsp.example.com',
  size: '1000000',
  months: '3',
  form_id: randomUUID().replaceAll('-', ''),
});

interface Acted {
  readonly kind: ActionKind;
  /** Makes what it is about, and answers the address and the fields. */
  readonly prepare: (person: Person) => Promise<{ path: string; fields?: Record<string, string> }>;
  /** Whether its form asks each time who the operator is, as more money can leave afterwards. */
  readonly asksEachTime?: true;
}

/** Whatever an admin does on a page that others cannot. */
const ACTIONS: Readonly<Record<string, Acted>> = {
  '/operate/payments/:id/ask': {
    kind: 'payment_resolve',
    prepare: async () => ({ path: `/operate/payments/${await world.addPayment()}/ask` }),
  },
  '/operate/payments/:id/end': {
    kind: 'payment_end',
    prepare: async () => ({ path: `/operate/payments/${await world.addPayment()}/end` }),
  },
  '/operate/withdrawals/:id/fail': {
    kind: 'withdrawal_fail',
    prepare: async () => ({
      path: `/operate/withdrawals/${(await world.addUnknownWithdrawal()).id}/fail`,
    }),
  },
  '/operate/withdrawals/:id/found/:txid': {
    kind: 'withdrawal_found',
    prepare: async () => ({
      path: `/operate/withdrawals/${(await world.addUnknownWithdrawal()).id}/found/${newHash()}`,
    }),
  },
  '/operate/withdrawals/:id/bump': {
    kind: 'withdrawal_bump',
    prepare: async () => ({
      path: `/operate/withdrawals/${(await world.addUnknownWithdrawal()).id}/bump`,
      fields: { rate: '20' },
    }),
  },
  '/operate/unclaimed/:id/assign': {
    kind: 'unclaimed_assign',
    prepare: async ({ email }) => ({
      path: `/operate/unclaimed/${await world.addUnclaimed()}/assign`,
      fields: { email },
    }),
    asksEachTime: true,
  },
  '/operate/jobs/:id/retry': {
    kind: 'job_retry',
    prepare: async () => ({ path: `/operate/jobs/${await world.addParkedJob()}/retry` }),
  },
  '/operate/alarms/:id/acknowledge': {
    kind: 'alarm_acknowledge',
    prepare: async () => ({
      path: `/operate/alarms/${await world.addAlarm()}/acknowledge`,
      fields: { count: '1', note: 'seen' },
    }),
  },
  '/operate/stop': {
    kind: 'outside_stop',
    prepare: async () => {
      await owner`delete from outside_stop`;
      return { path: '/operate/stop', fields: { why: 'a test' } };
    },
  },
  '/operate/allow': {
    kind: 'outside_allow',
    prepare: async () => {
      await owner`
        insert into outside_stop (reason, detail) values ('operator', 'x') on conflict do nothing`;
      const since = readHidden(await (await fresh()).get('/operate/allow'), 'since');
      return { path: '/operate/allow', fields: { since } };
    },
    asksEachTime: true,
  },
  '/operate/outflow/allow': {
    kind: 'outflow_allow',
    prepare: async () => {
      await owner`
        insert into outside_stop (reason, detail) values ('outflow', 'x') on conflict do nothing`;
      return { path: '/operate/outflow/allow', fields: { why: 'a test' } };
    },
    asksEachTime: true,
  },
  '/operate/safety/limits': {
    kind: 'outflow_limit',
    prepare: async () => {
      await owner`delete from outflow_limit`;
      return { path: '/operate/safety/limits', fields: { sent: 'yes', hour: '1000000' } };
    },
    asksEachTime: true,
  },
  '/operate/users/:id/sign-out': {
    kind: 'user_sign_out',
    prepare: async ({ user }) => ({ path: `/operate/users/${user.id}/sign-out` }),
  },
  '/operate/users/:id/disconnect/:spender': {
    kind: 'user_disconnect',
    prepare: async ({ user }) => ({
      path: `/operate/users/${user.id}/disconnect/${await addToken(user.id)}`,
    }),
  },
  '/operate/lockdown': {
    kind: 'lockdown',
    prepare: async () => ({ path: '/operate/lockdown', fields: { why: 'a test' } }),
  },
  '/operate/lockdown/lift': {
    kind: 'lockdown_lift',
    prepare: async () => {
      await owner`select begin_lockdown(null, 'x', null)`;
      const browser = await fresh();
      // The question is there for those who have signed in since, and so is the confirmation.
      await owner`update session set lockdown_number = 1000`;
      const number = readHidden(await browser.get('/operate/lockdown/lift'), 'number');
      return { path: '/operate/lockdown/lift', fields: { number, part: 'apps' } };
    },
    asksEachTime: true,
  },
  '/operate/books/check': {
    kind: 'books_check',
    prepare: async () => ({ path: '/operate/books/check' }),
  },
  '/operate/books/backup': {
    kind: 'backup_now',
    prepare: async () => ({ path: '/operate/books/backup' }),
  },
  '/operate/books/schedule': {
    kind: 'backup_schedule',
    prepare: async () => ({
      path: '/operate/books/schedule',
      fields: { every: '86400', at: '03:00', keep: '7' },
    }),
  },
  '/operate/first-steps/hide': {
    kind: 'first_steps_hide',
    prepare: async () => ({ path: '/operate/first-steps/hide' }),
  },
  '/operate/first-steps/show': {
    kind: 'first_steps_show',
    prepare: async () => ({ path: '/operate/first-steps/show' }),
  },
  '/operate/node/fund/address': {
    kind: 'node_address',
    prepare: async () => ({ path: '/operate/node/fund/address' }),
  },
  '/operate/node/channels/open': {
    kind: 'channel_open',
    prepare: async () => ({
      path: '/operate/node/channels/open',
      fields: {
        peer: `02${'ab'.repeat(32)}@203.0.113.7:9735`,
        amount: '100000',
        form_id: randomUUID().replaceAll('-', ''),
      },
    }),
  },
  '/operate/node/channels/:channel/close': {
    kind: 'channel_close',
    prepare: async () => ({ path: closeChannelPath(formatChannelPoint(OPEN_CHANNEL)) }),
  },
  '/operate/node/channels/buy': {
    kind: 'channel_order',
    prepare: async () => ({ path: '/operate/node/channels/buy', fields: channelOrder() }),
  },
  '/operate/node/channels/bought/:id/pay/:way': {
    kind: 'channel_order_pay',
    prepare: async () => {
      await (await fresh()).post('/operate/node/channels/buy', channelOrder());
      const list = await (await fresh()).get('/operate/node/channels/bought');
      const path = /\/operate\/node\/channels\/bought\/[\da-f-]+\/pay\/\w+/.exec(list.body)?.[0];
      return { path: path ?? '' };
    },
  },
  '/operate/node/channels/backup': {
    kind: 'channel_backup',
    prepare: async () => ({ path: '/operate/node/channels/backup' }),
  },
  '/operate/users/:id/disable': {
    kind: 'user_disable',
    prepare: async ({ user }) => ({ path: `/operate/users/${user.id}/disable` }),
  },
  '/operate/users/:id/enable': {
    kind: 'user_enable',
    prepare: async ({ user }) => ({ path: `/operate/users/${user.id}/enable` }),
  },
  '/operate/users/:id/reset-password': {
    kind: 'user_reset_password',
    prepare: async ({ user }) => ({ path: `/operate/users/${user.id}/reset-password` }),
    asksEachTime: true,
  },
  '/operate/users/:id/limits': {
    kind: 'user_limits',
    prepare: async ({ user }) => ({
      path: `/operate/users/${user.id}/limits`,
      fields: { max_balance: 'none', max_send_day: 'own', max_send_day_sat: '100' },
    }),
  },
  '/operate/invitations': {
    kind: 'user_invite',
    prepare: async () => ({ path: '/operate/invitations', fields: { role: 'user' } }),
  },
  '/operate/invitations/:id/withdraw': {
    kind: 'invitation_withdraw',
    prepare: async () => {
      const admin = await fresh();
      await admin.post('/operate/invitations', { role: 'user' });
      const list = await admin.get('/operate/users');
      const path = /\/operate\/invitations\/[\da-f]+\/withdraw/.exec(list.body)?.[0] ?? '';
      return { path };
    },
  },
};

const posts = PAGES.filter(({ access, method }) => access === 'admin' && method === 'POST');

/** Actions about one user that must be quick. */
const URGENT = /\/(sign-out|disconnect\/[^/]+)$/;

/** Operators are asked who they are: on the page of the action itself where it must be quick. */
function assertAsked({ body, headers }: Answer, path: string, asksEachTime = false): void {
  const isUrgent = ['/operate/stop', '/operate/lockdown'].includes(path);
  if (isUrgent) assert.match(body, /name="why"[\s\S]*type="password"/);
  else if (asksEachTime || URGENT.test(path)) assert.match(body, /type="password"/, path);
  else assert.match(String(headers.location), /^\/confirm(\?|$)/, path);
}

test('every form of operators is among these', () => {
  assert.deepEqual(posts.map(({ path }) => path).sort(), Object.keys(ACTIONS).sort());
});

for (const { path: pattern } of posts) {
  describe(pattern, () => {
    const acted = ACTIONS[pattern] ?? assert.fail('it has a case');
    const { kind, prepare, asksEachTime } = acted;
    const proof = asksEachTime ? { password: operator.password } : {};

    test('is not there for others', async () => {
      const person = await world.addPerson();
      const other = await world.signedIn(person);
      const { path, fields } = await prepare(person);
      const before = await world.actionLog();
      assert.equal((await other.post(path, fields)).statusCode, 404);
      const [hasPage] = PAGES.filter((page) => page.method === 'GET' && page.path === pattern);
      if (hasPage !== undefined) assert.equal((await other.get(path)).statusCode, 404);
      assert.equal((await world.browser().post(path, fields)).headers.location, '/sign-in');
      assert.deepEqual(await world.actionLog(), before);
    });

    test('wants a fresh confirmation, and is logged once it is done', async () => {
      const person = await world.addPerson();
      const late = await world.signedIn(operator);
      const { path, fields } = await prepare(person);
      world.clock.move(CONFIRMATION_MS);
      const before = await world.actionLog();
      assertAsked(await late.post(path, fields), path, asksEachTime);
      assert.deepEqual(await world.actionLog(), before);
      const browser = await fresh();
      if (asksEachTime) {
        assertAsked(await browser.post(path, fields), path, asksEachTime);
        const wrong = await browser.post(path, { ...fields, password: 'not it' });
        assertAsked(wrong, path, asksEachTime);
        assert.deepEqual(await world.actionLog(), before);
      }
      const answer = await browser.post(path, { ...fields, ...proof });
      assert([200, 303].includes(answer.statusCode), `${answer.statusCode}`);
      const [newest] = await world.actionLog(1);
      assert.equal(newest?.kind, kind);
      assert.equal(newest?.admin?.identifier, operator.user.identifier);
      await world.booksBalance();
    });

    test('is nothing for an admin who is none any more', async () => {
      const former = await world.addPerson({ isAdmin: true });
      const browser = await world.signedIn(former);
      const { path, fields } = await prepare(await world.addPerson());
      await owner`update wallet_user set is_admin = false where id = ${former.user.id}`;
      const before = await world.actionLog();
      assert.equal((await browser.post(path, fields)).statusCode, 404);
      assert.deepEqual(await world.actionLog(), before);
    });
  });
}

test('questions of operators want the confirmation as well', async () => {
  const late = await world.signedIn(operator);
  world.clock.move(CONFIRMATION_MS);
  for (const { method, path } of ACTION_PAGES) {
    // Their forms ask: see the tests of each.
    if (method !== 'GET' || ACTIONS[path]?.asksEachTime) continue;
    const prepared = URGENT.test(path) ? ACTIONS[path]?.prepare(await world.addPerson()) : null;
    assertAsked(await late.get((await prepared)?.path ?? of(path, stranger)), path);
  }
});

test('a stolen session makes no other operator, however recently its owner has confirmed', async () => {
  const browser = await fresh();
  const wish = { role: 'admin', email: '' };
  const before = await world.actionLog();
  for (const proof of [{}, { password: 'not it' }]) {
    const asked = await browser.post('/operate/invitations', { ...wish, ...proof });
    assertAsked(asked, '/operate/invitations', true);
    assert.doesNotMatch(asked.body, /token&#61;/);
  }
  assert.deepEqual(await world.actionLog(), before);
  const { password } = operator;
  const made = await browser.post('/operate/invitations', { ...wish, password });
  assert.match(made.body, /\/invitation\?token&#61;/);
});
