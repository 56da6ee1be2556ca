import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { READING_PAGES } from '../../src/admin/admin.ts';
import { msat, sat } from '../../src/base/amount.ts';
import { HOUR_MS } from '../../src/base/durations.ts';
import { startAccounts } from '../support/account-world.ts';
import { createOutflowBench } from '../support/outflow-bench.ts';
import { readText } from '../support/page-visitor.ts';
import {
  BACKUPS_ON_TIME,
  createTestOperator,
  HANGING_PAYMENT,
  HEALTHY_OVERVIEW,
  HEALTHY_REPORT,
  LAST_OF_NODE,
  sampleOf,
} from '../support/test-operator.ts';

const operator = createTestOperator();
/** What the first steps ask for, but for backups, is there. */
const setUp = { authUrl: 'https://wallet.example.com', smtpUrl: 'smtp://mail.example.com' };
const world = await startAccounts({ after }, { operator, setUp });
await world.addPerson();
await createOutflowBench(world.database).chooseOnly({ hourSat: sat(1_000_000n) });
const admin = await world.signedIn(await world.addPerson({ isAdmin: true }));

interface Changes {
  readonly report?: Partial<typeof HEALTHY_REPORT>;
  readonly overview?: Partial<typeof HEALTHY_OVERVIEW>;
}

async function read({ report, overview }: Changes): Promise<{ text: string; body: string }> {
  operator.report = { ...HEALTHY_REPORT, ...report };
  operator.overview = { ...HEALTHY_OVERVIEW, ...overview };
  const answer = await admin.get('/operate');
  assert.equal(answer.statusCode, 200);
  assert.doesNotMatch(answer.body, /NaN|undefined|<script(?! type="module" src=)/);
  return { text: readText(answer), body: answer.body };
}

function assertSays(text: string, all: readonly string[]): void {
  for (const words of all) assert(text.includes(words), words);
}

const AWAY = {
  node: null,
  solvency: { ...HEALTHY_REPORT.solvency, ownedMsat: null, isCovered: null },
};

test('all is well: cover, liquidity, books, backup, versions', async () => {
  const { text, body } = await read({});
  assertSays(text, [
    'All is well. Nothing needs a look.',
    'Covered',
    'This service owes 1,200,005 sat',
    'The node holds 9,000,000 sat',
    '749 % of what is owed',
    'Can receive 4,000,000 sat',
    '1 of 1 active',
    'Payments over the node Allowed',
    'None is open.',
    'Newest backup 6 May 2026, 05:00 UTC',
    'Users 1,234',
    'Satchel 0.1.0',
    'PostgreSQL 17.2',
    'Schema 32, functions 7',
    'Lightning node 0.20.1-beta',
  ]);
  assert.match(body, /role="img"[^>]*aria-label="What was owed and what the node held, from/);
  assert.match(body, /Lowest cover: 710 %/);
  assert.doesNotMatch(text, /This needs a look/);
});

test('the chart stands as a table too, with the worst moment of each day', async () => {
  const gap = { ...sampleOf(30), node: null };
  const low = sampleOf(3, { owedMsat: msat(9_000_000_000n) });
  const samples = [gap, sampleOf(5), low, sampleOf(1)];
  const { body, text } = await read({ overview: { history: { everySec: 3600, samples } } });
  const table = /<details>[\s\S]*?<\/details>/.exec(body)?.[0] ?? '';
  assert.equal([...table.matchAll(/<tr>/g)].length, 3, 'a head and two days');
  assert.match(text, /9,000,000 sat 8,970,000 sat 99 %/);
  assert.match(text, /1,200,005 sat Not known –/);
  assert.match(body, /Lowest cover: 99 %/);
});

test('a new service has no figures yet, and that is no trouble', async () => {
  const { text } = await read({
    overview: {
      history: { everySec: 300, samples: [] },
      newest: null,
      checkpointAt: null,
      backups: NO_BACKUPS,
    },
    report: { books: null },
  });
  assertSays(text, [
    'Nothing is wrong. 1 first step is left.',
    'There are no figures yet.',
    'Not checked yet',
    'None yet',
    'No schedule is set. How to set one',
  ]);
});

test('while the node is away, what was last known stands with its time', async () => {
  const { text } = await read({ report: AWAY, overview: { lastOfNode: LAST_OF_NODE } });
  assertSays(text, [
    'The node does not answer.',
    'Not known now',
    'The node holds 9,000,000 sat last known, 6 May 2026, 06:00 UTC',
    'Can send 8,000,000 sat',
  ]);
  const never = await read({ report: AWAY });
  assertSays(never.text, ['Never known yet', 'Nothing is known of the node yet.']);
});

test('a check of the books that does not come is late', async () => {
  const checked = (agoMs: number) => {
    const checkedAt = new Date(HEALTHY_OVERVIEW.now.getTime() - agoMs);
    return read({ report: { books: { checkedAt, transfersCount: 1n, findingsCount: 0 } } });
  };
  assertSays((await checked(HOUR_MS)).text, ['Next check']);
  assertSays((await checked(2 * HOUR_MS)).text, ['Late since', 'look whether a worker runs']);
});

test('stops are said in words, with their time, and what they stop', async () => {
  const detail = 'the books do not balance: 2 findings';
  const { text } = await read({
    report: {
      stops: [detail, 'SATCHEL_OUTSIDE_PAYMENTS is off'],
      storedStops: [{ reason: 'books', detail, since: new Date('2026-05-06T01:02:03Z') }],
      books: { checkedAt: new Date(), transfersCount: 1n, findingsCount: 2 },
    },
  });
  assertSays(text, [
    'This needs a look:',
    'Payments over the node are stopped.',
    'The books do not balance. Findings: 2',
    'The books do not balance, since 6 May 2026, 01:02 UTC',
    detail,
    'SATCHEL_OUTSIDE_PAYMENTS is off',
    'Payments between wallets of this service continue.',
  ]);
});

test('what an operator wrote turns no other text round', async () => {
  const detail = 'an operator stopped them: turned \u202e round';
  const { body } = await read({
    report: {
      stops: [detail],
      storedStops: [{ reason: 'operator', detail, since: new Date('2026-05-06T01:02:03Z') }],
    },
  });
  assert(body.includes(`<bdi>${detail}</bdi>`));
});

test('payments on their way are counted, and one that hangs is told of', async () => {
  const young = { ...HANGING_PAYMENT, createdAt: new Date('2026-05-06T07:59:00Z') };
  const { text, body } = await read({ report: { pending: [young, HANGING_PAYMENT] } });
  assertSays(text, [
    'A payment has been on its way for more than five minutes.',
    'On their way 2, 42,420 sat held for them',
    'The oldest since 4 May 2026, 08:00 UTC',
  ]);
  assert.doesNotMatch(body, /a memo that operators do not see/);
  assert.match((await read({ report: { pending: [young] } })).text, /All is well\./);
});

test('what is owed above what is owned is red, and never reads as 100 %', async () => {
  const owedMsat = msat(9_000_000_001n);
  const { text, body } = await read({
    report: { solvency: { ...HEALTHY_REPORT.solvency, owedMsat, isCovered: false } },
  });
  assertSays(text, ['Not covered', 'The node holds less than is owed.', '99 % of what is owed']);
  assert.match(body, /class="notice problem"/);
});

test('alarms, parked jobs, webhooks and late proofs', async () => {
  const alarm = {
    id: '1',
    kind: 'job_parked',
    subject: '7',
    detail: 'test <b>',
    count: 3,
  } as const;
  const at = new Date('2026-05-06T07:00:00Z');
  const { text, body } = await read({
    overview: {
      alarms: [{ ...alarm, firstAt: at, lastAt: at }],
      openAlarms: 1200,
      jobs: { waiting: 2, parked: 1, oldestDueSec: 5 },
      webhooks: { pending: 1200, oldestDueSec: 7300, disabledEndpoints: 2 },
      installation: { ...HEALTHY_OVERVIEW.installation, failingEndpoints: 3 },
      checkpointAt: new Date('2026-05-06T04:00:00Z'),
      newest: sampleOf(1),
    },
  });
  assertSays(text, [
    'Alarms that no one has acknowledged: 1,200',
    'All open alarms: 1,200',
    'Jobs that failed too often: 1',
    'The last checkpoint of what is owed is too old.',
    'Figures are no longer written down every five minutes.',
    'Messages waiting 1,200',
    'The oldest is due for 2 h',
    'Endpoints that fail 3',
    'Too old',
  ]);
  assert.match(body, /test &#60;b&#62;/);
  assert.match(body, /class="notice warn"/);
});

test('a standby that is away, so that nothing is confirmed', async () => {
  const installation = { ...HEALTHY_OVERVIEW.installation, isStandbyAway: true };
  const { text, body } = await read({ overview: { installation } });
  assertSays(text, ['The database confirms nothing at the moment: its standbys do not answer.']);
  assert.match(body, /class="notice problem"/);
});

test('a server whose settings are too small for its database', async () => {
  const installation = { ...HEALTHY_OVERVIEW.installation, hasOutgrownSettings: true };
  const { text, body } = await read({ overview: { installation } });
  assertSays(text, ['This needs a look:', 'The database has outgrown settings of its server.']);
  assert.match(body, /<a href="\/operate\/books">The database has outgrown/);
});

const NO_BACKUPS = {
  everySec: null,
  isPlayMoney: true,
  status: { newest: null, ageSec: null, failure: null },
};

test('backups that are too old or fail are told of; without a schedule none is late', async () => {
  const { status } = BACKUPS_ON_TIME;
  const old = { ...status, ageSec: 2 * 21_600 + 1 };
  const late = await read({ overview: { backups: { ...BACKUPS_ON_TIME, status: old } } });
  assertSays(late.text, ['The newest backup is too old.', 'Too old']);
  assert.match(late.body, /<a href="\/operate\/books">The newest backup is too old/);
  const unscheduled = await read({
    overview: { backups: { ...BACKUPS_ON_TIME, everySec: null, status: old } },
  });
  assertSays(unscheduled.text, ['Nothing is wrong.', 'Newest backup 6 May 2026, 05:00 UTC']);
  const failure = { error: 'no room', endedAt: new Date('2026-05-06T07:00:00Z') };
  const failed = await read({
    overview: { backups: { ...BACKUPS_ON_TIME, status: { ...status, failure } } },
  });
  assertSays(failed.text, ['The last run failed']);
  const none = { newest: null, ageSec: 2 * 60 + 1, failure: null };
  const never = await read({
    overview: { backups: { ...BACKUPS_ON_TIME, everySec: 60, status: none } },
  });
  assertSays(never.text, ['The newest backup is too old.', 'None yet']);
});

test('real money without any backup, and money of no one, are not well', async () => {
  const unsaved = await read({ overview: { backups: { ...NO_BACKUPS, isPlayMoney: false } } });
  assertSays(unsaved.text, ['This needs a look:', 'No backup was ever made.']);
  assert.doesNotMatch(unsaved.text, /All is well/);
  assertSays((await read({ overview: { backups: NO_BACKUPS } })).text, ['Nothing is wrong.']);
  const unclaimedMsat = msat(1000n);
  const lost = await read({
    report: { solvency: { ...HEALTHY_REPORT.solvency, unclaimedMsat } },
  });
  assertSays(lost.text, ['Money came in that belongs to no one yet.']);
  assert.match(lost.body, /<a href="\/operate\/unclaimed">Money came in/);
});

test('every number leads to the page that explains it', async () => {
  const { body } = await read({
    report: { pending: [HANGING_PAYMENT] },
    overview: { openAlarms: 2, alarms: [] },
  });
  for (const path of ['node', 'payments', 'alarms', 'webhooks', 'jobs', 'books', 'users']) {
    assert.match(body, new RegExp(`<a href="/operate/${path}[?"][^<]`), path);
  }
});

test('it is for admins only: others do not learn that it is there', async () => {
  const user = await world.signedIn(await world.addPerson());
  assert.equal((await user.get('/operate')).statusCode, 404);
  assert.equal((await user.get('/operate?x=1')).statusCode, 404);
  assert.equal((await world.browser().get('/operate')).statusCode, 303);
  assert.equal((await admin.post('/operate')).statusCode, 405);
});

test('the pages of operators stand in one navigation: beside the page, and in a menu', async () => {
  const all = [...READING_PAGES.map(({ path }) => path), '/operate/users'];
  for (const path of ['/operate', '/operate/node', '/operate/users']) {
    const { body } = await admin.get(path);
    const lists = [
      /<nav class="side"[\s\S]*?<\/nav>/.exec(body)?.[0] ?? '',
      /<details class="side-menu">[\s\S]*?<\/details>/.exec(body)?.[0] ?? '',
    ];
    assert.match(lists[1] ?? '', /You are signed in as <a [^>]*href="\/profile"/);
    for (const list of lists) {
      const links = [...list.matchAll(/<li><a href="([^"]+)"( aria-current="page")?/g)];
      const targets = links.map((found) => found[1] ?? '');
      assert.ok(targets.length >= 10);
      assert.equal(new Set(targets).size, targets.length, 'each once');
      assert.deepEqual(
        targets.filter((target) => !all.includes(target)),
        [],
      );
      const here = links.filter((found) => found[2] !== undefined).map((found) => found[1]);
      assert.deepEqual(here, [path]);
    }
  }
});

test('what is owed and not there stands in the picture, with its amount', async () => {
  const owedMsat = msat(9_146_000_000n);
  const { text, body } = await read({
    report: { solvency: { ...HEALTHY_REPORT.solvency, owedMsat, isCovered: false } },
  });
  assertSays(text, ['Missing 146,000 sat']);
  assert.match(body, /class="bar-missing" x="\d{3}"\s+width="\d+"/);
  assert.doesNotMatch((await read({})).body, /missing/);
});
