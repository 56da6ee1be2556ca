import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { createArchiveStore } from '../../src/account-closure/sql/archive-store.ts';
import { claimAddress } from '../../src/address/claim-address.ts';
import {
  KEEP_REQUESTS_MS,
  MAX_OPEN_OF_ASKER,
  MAX_OPEN_OF_PAIR,
  MAX_OPEN_OF_PAYER,
  MAX_REQUESTS_A_DAY,
} from '../../src/money-requests/limits.ts';
import { pruneRequests } from '../../src/money-requests/prune-requests.ts';
import { createRequestStore } from '../../src/money-requests/sql/request-store.ts';
import { addNamed, ask, askedPaths, makeInvoice } from '../support/ask-world.ts';
import { eventually } from '../support/eventually.ts';
import { times } from '../support/money-model/many-at-once.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';
import { hiddenFields } from '../support/submit-form.ts';

/** People of one service who ask each other for money. */

const world = await startPages({ after });

const read = async (visitor: Visitor, path: string): Promise<string> => {
  const page = await visitor.get(path);
  assert.equal(page.statusCode, 200, page.body);
  return readText(page);
};

const asked = async (visitor: Visitor, to: string, amount?: string, memo?: string) => {
  const answer = await ask(visitor, to, amount, memo);
  assert.deepEqual([answer.statusCode, answer.headers.location], [303, '/requests'], answer.body);
};

const only = async (visitor: Visitor): Promise<string> => {
  const [path, ...others] = await askedPaths(visitor);
  assert(path !== undefined && others.length === 0, 'there is one request');
  return path;
};

/** Presses Pay: the review. */
async function review(visitor: Visitor, path: string): Promise<string> {
  const begun = await visitor.post('/send', hiddenFields(await visitor.get(path), '/send'));
  assert.equal(begun.statusCode, 303, begun.body);
  return String(begun.headers.location);
}

const balances = (...visitors: readonly Visitor[]) =>
  Promise.all(visitors.map(({ api }) => api.balanceSat()));

/** With requests that were made before; `at` in milliseconds from now. */
async function addRows(asker: Visitor, count: number, fields: Partial<Rows> = {}): Promise<void> {
  const { name = 'somebody', payer = null, at = 0, isExpired = false } = fields;
  const made = new Date(world.clock.now().getTime() + at);
  const [owner, payerId] = [asker.api.user.id, payer?.api.user.id ?? null];
  await world.database.sql`
    with made as (
      insert into invoice (id, identifier, user_id, grant_id, node_pubkey, payment_hash, preimage,
        amount_sat, bolt11, expiry_sec, created_at, expires_at)
      select gen_random_uuid(), encode(sha256(p), 'hex'), ${owner}, 'web', 'x', sha256(p), p, 1,
        'x', 1, ${made}, ${made}::timestamptz + case when ${isExpired} then -1 else 1 end
          * interval '90 days'
      from (select uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as p
        from generate_series(1, ${count})) seeds
      returning id)
    insert into money_request (id, invoice_id, asker_id, asked_name, payer_id, created_at)
    select gen_random_uuid(), id, ${owner}, ${name}, ${payerId}, ${made} from made`;
}

/**
 * A request is told of last: while `work` runs, each waits for that, not yet committed. Answers what
 * `work` has begun.
 */
async function whileNobodyIsTold<Answer>(
  work: (waiting: (count: number) => Promise<void>) => Promise<readonly Promise<Answer>[]>,
): Promise<readonly Answer[]> {
  const superuser = postgres(world.superuserUrl, { max: 2 });
  const waiting = async (count: number): Promise<void> =>
    void (await eventually(`${count} wait`, async () => {
      const found = await superuser`
        select from pg_locks l join pg_database d on d.oid = l.database
        where not l.granted and d.datname = current_database()
        union all select from pg_locks where not granted and locktype = 'transactionid'`;
      return found.length >= count ? true : null;
    }));
  try {
    const begun = await superuser.begin(async (sql) => {
      await sql`lock table notice in share mode`;
      return { answers: await work(waiting) };
    });
    return await Promise.all(begun.answers);
  } finally {
    await superuser.end();
  }
}

interface Rows {
  readonly name: string;
  readonly payer: Visitor | null;
  readonly at: number;
  readonly isExpired: boolean;
}

describe('asking for money', () => {
  test('reaches who has the address, who pays by the usual review', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-asks'), await addNamed(world, 'bob-pays', 1000)];
    await world.deps.users.updateUser(ann.api.user.id, { name: 'Ann Asker' });
    await asked(ann, 'Bob-Pays', '250', 'Cinema <b>');
    assert.match(await read(ann, '/requests'), /You asked bob-pays@pay\.example Waiting 250 sat/);
    assert.match(await read(bob, '/send'), /Someone asks you for money\. See the requests\./);
    const page = await read(bob, '/notices');
    assert.match(page, /Someone here asks you for money/);
    const path = await only(bob);
    const text = await read(bob, path);
    assert.match(text, /250 sat From ann-asks@pay\.example Ann Asker What for Cinema <b>/);
    const draft = await review(bob, path);
    assert.match(
      await read(bob, draft),
      /Check and pay Amount 250 sat To ann-asks@pay\.example Here: Ann Asker/,
    );
    assert.deepEqual(await balances(ann, bob), [0, 1000]);
    await bob.post(`${draft}/pay`, {});
    assert.deepEqual(await balances(ann, bob), [250, 750]);
    assert.match(await read(bob, path), /This is paid\./);
    assert.doesNotMatch((await bob.get(path)).body, /action="\/send"/);
    assert.match(await read(ann, '/requests'), /bob-pays@pay\.example Paid/);
    assert.deepEqual(await askedPaths(bob), []);
  });

  test('paid twice at once, it moves money once', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-once'), await addNamed(world, 'bob-once', 1000)];
    await asked(ann, 'bob-once');
    const path = await only(bob);
    const drafts = [await review(bob, path), await review(bob, path), await review(bob, path)];
    await Promise.all(drafts.map((draft) => bob.post(`${draft}/pay`, {})));
    assert.deepEqual(await balances(ann, bob), [100, 900]);
  });

  test('declined while it is paid: what is paid is paid, and the asker reads so', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-race'), await addNamed(world, 'bob-race', 1000)];
    await asked(ann, 'bob-race');
    const path = await only(bob);
    const draft = await review(bob, path);
    await Promise.all([bob.post(`${draft}/pay`, {}), bob.post(`${path}/decline`, {})]);
    assert.deepEqual(await balances(ann, bob), [100, 900]);
    assert.match(await read(ann, '/requests'), /bob-race@pay\.example Paid/);
    assert.match(await read(bob, path), /This is paid\./);
  });

  test('expired before the press: nothing moves', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-late'), await addNamed(world, 'bob-late', 1000)];
    await asked(ann, 'bob-late');
    const path = await only(bob);
    const draft = await review(bob, path);
    world.clock.move(3_600_000);
    await bob.post(`${draft}/pay`, {});
    assert.deepEqual(await balances(ann, bob), [0, 1000]);
    assert.match(await read(bob, path), /has expired\. It can no longer be paid/);
    assert.match(await read(ann, '/requests'), /bob-late@pay\.example Not paid in time/);
    assert.deepEqual(await askedPaths(bob), []);
  });

  test('a no is told to the asker, and asks nothing more of who said it', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-no'), await addNamed(world, 'bob-no', 1000)];
    await asked(ann, 'bob-no');
    const path = await only(bob);
    await bob.post(`${path}/decline`, {});
    assert.match(await read(bob, '/requests'), /You said no\./);
    assert.match(await read(bob, path), /You said no to this\./);
    assert.match(await read(ann, '/requests'), /bob-no@pay\.example Declined/);
    assert.deepEqual(await askedPaths(bob), []);
  });

  test('who asks cannot look like someone else: the address goes first, and a name is no address', async () => {
    const [eve, bob] = [
      await addNamed(world, 'eve-asks'),
      await addNamed(world, 'bob-looks', 1000),
    ];
    const { id } = eve.api.user;
    const likeAnn = 'Ann · ann@pay.example';
    const typed = await eve.post('/profile', { name: likeAnn, avatar: '', nostr_key: '' });
    assert.equal(typed.statusCode, 400);
    assert.match(readText(typed), /A name cannot contain @ or ·,/);
    assert.equal((await world.deps.users.findUser(id))?.name, null);
    await world.deps.users.updateUser(id, { name: 'Ann' });
    await asked(eve, 'bob-looks');
    const path = await only(bob);
    assert.match(await read(bob, '/requests'), /You are asked for eve-asks@pay\.example Ann Until/);
    assert.match(await read(bob, path), /From eve-asks@pay\.example Ann Valid until/);
    const draft = await review(bob, path);
    assert.match(await read(bob, draft), / To eve-asks@pay\.example Here: Ann /);
    await bob.post(`${draft}/pay`, {});
    assert.match(await read(bob, draft), / To eve-asks@pay\.example Here: Ann /);
    assert((await claimAddress(world.deps, { userId: id, text: 'eve-later', by: 'user' })).ok);
    assert.match(await read(bob, draft), / To eve-later@pay\.example Here: Ann /);
  });

  test('contacts of this site are offered to be asked, and one press asks', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-picks'), await addNamed(world, 'bob-picked')];
    await ann.post('/contacts/new', { name: 'Bob', to: 'bob-picked' });
    await ann.post('/contacts/new', { name: 'Far', to: 'far@elsewhere.example' });
    const invoice = await makeInvoice(ann, '70');
    const page = await ann.get(`/requests/new?invoice=${invoice}`);
    assert.match(readText(page), /Contacts .*Bob bob-picked@pay\.example/);
    assert.doesNotMatch(page.body, /far@elsewhere/);
    assert.match(page.body, /name="to" value="bob-picked@pay\.example"/);
    await ann.post('/requests/new', { invoice, to: 'bob-picked@pay.example' });
    assert.match(await read(bob, await only(bob)), /70 sat From ann-picks@pay\.example/);
    assert.match((await ann.get('/more')).body, /href="\/contacts"/);
  });

  test('a name that the payer keeps for the asker goes before the asker’s own', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-kept'), await addNamed(world, 'bob-kept')];
    await world.deps.users.updateUser(ann.api.user.id, { name: 'The Bank' });
    await bob.post('/contacts/new', { name: 'Annie', to: 'ann-kept' });
    await asked(ann, 'bob-kept@pay.example');
    assert.match(await read(bob, await only(bob)), /From ann-kept@pay\.example Annie/);
    assert.match(await read(bob, '/requests'), /ann-kept@pay\.example Annie/);
  });
});

describe('no one learns', () => {
  test('who has an address here, who is blocked and who says nothing: all answers are alike', async () => {
    const ann = await addNamed(world, 'ann-alike');
    const [bob, eve] = [await addNamed(world, 'bob-alike'), await addNamed(world, 'eve-alike')];
    await asked(ann, 'eve-alike');
    await eve.post(`${await only(eve)}/block`, {});
    const off = await addNamed(world, 'off-alike');
    await world.deps.users.updateUser(off.api.user.id, { disabledAt: world.clock.now() });
    const lines: string[] = [];
    for (const name of ['bob-alike', 'eve-alike', 'off-alike', 'nobody-alike']) {
      await asked(ann, name);
      const said = (await read(ann, '/requests')).replaceAll(name, 'NAME');
      lines.push(/Your request .* You asked NAME@pay\.example \w+ 100 sat/.exec(said)?.[0] ?? said);
    }
    assert.equal(new Set(lines).size, 1, lines.join('\n'));
    assert.equal((await askedPaths(bob)).length, 1);
    assert.deepEqual(await askedPaths(eve), []);
    assert.doesNotMatch(await read(eve, '/send'), /asks you for money/);
  });

  test('of blocking: what was open stays so for the asker, and unblocking lets new ones through', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-block'), await addNamed(world, 'bob-block')];
    await asked(ann, 'bob-block');
    await asked(ann, 'bob-block');
    const [path = ''] = await askedPaths(bob);
    await bob.post(`${path}/block`, {});
    assert.deepEqual(await askedPaths(bob), []);
    assert.match(await read(bob, '/requests'), /Blocked .*ann-block@pay\.example Unblock/);
    assert.equal((await bob.get(path)).statusCode, 404);
    const waiting = (await read(ann, '/requests')).match(/Waiting/g);
    assert.equal(waiting?.length, 2);
    await asked(ann, 'bob-block');
    assert.deepEqual(await askedPaths(bob), []);
    await bob.post('/requests/unblock', { user: ann.api.user.id });
    await asked(ann, 'bob-block');
    assert.equal((await askedPaths(bob)).length, 1);
  });

  test('of blocking: what is being asked at that moment reaches them no more either', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-while'), await addNamed(world, 'bob-while')];
    await asked(ann, 'bob-while');
    const path = await only(bob);
    const invoice = await makeInvoice(ann, '5');
    const answers = await whileNobodyIsTold(async (waiting) => {
      const posted = ann.post('/requests/new', { invoice, to: 'bob-while' });
      await waiting(1);
      const blocking = bob.post(`${path}/block`, {});
      await Promise.race([blocking, waiting(2)]);
      return [posted, blocking];
    });
    assert.equal(answers[0]?.statusCode, 303);
    assert.deepEqual(await askedPaths(bob), []);
  });

  test('what others were asked for: it is not there', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-other'), await addNamed(world, 'bob-other')];
    const eve = await world.addVisitor();
    await asked(ann, 'bob-other');
    const path = await only(bob);
    for (const other of [eve, ann]) {
      assert.equal((await other.get(path)).statusCode, 404);
      assert.equal((await other.post(`${path}/block`, {})).statusCode, 404);
      assert.equal((await other.post(`${path}/decline`, {})).statusCode, 404);
    }
    assert.equal((await bob.get('/requests/x')).statusCode, 404);
    const invoice = await makeInvoice(ann, '5');
    assert.equal((await eve.get(`/requests/new?invoice=${invoice}`)).statusCode, 404);
    assert.equal((await eve.post('/requests/new', { invoice, to: 'bob-other' })).statusCode, 404);
    assert.equal((await bob.postPlain(`${path}/decline`, { csrf_token: 'x' })).statusCode, 403);
    assert.equal(await only(bob), path);
  });
});

describe('a request is refused', () => {
  test('with its reason', async () => {
    const ann = await addNamed(world, 'ann-refused');
    for (const [to, problem] of [
      ['bob@elsewhere.example', /not an address of this site/],
      ['lnbc1x', /not an address of this site/],
      ['b\u202eob', /not an address of this site/],
      ['', /not an address of this site/],
      ['ann-refused', /your own address/],
      ['@Ann-Refused', /your own address/],
    ] as const) {
      const answer = await ask(ann, to);
      assert.equal(answer.statusCode, 400, to);
      assert.match(readText(answer), problem);
    }
  });

  test('while its asker has no address of their own', async () => {
    const ann = await world.addVisitor();
    const invoice = await makeInvoice(ann, '5');
    assert.match(await read(ann, `/requests/new?invoice=${invoice}`), /needs to see who you are/);
    const answer = await ann.post('/requests/new', { invoice, to: 'somebody' });
    assert.match(readText(answer), /needs to see who you are/);
    assert.match(await read(ann, '/requests'), /No requests/);
  });

  test('for an invoice that is paid, expired, or asked of someone else', async () => {
    const ann = await addNamed(world, 'ann-twice');
    const invoice = await makeInvoice(ann, '5');
    const send = (to: string) => ann.post('/requests/new', { invoice, to });
    assert.equal((await send('bob')).statusCode, 303);
    assert.equal((await send('bob')).statusCode, 303, 'a form sent twice asks once');
    assert.match(readText(await send('eve')), /asked someone else for this invoice/);
    assert.equal((await read(ann, '/requests')).match(/Waiting/g)?.length, 1);
    world.clock.move(3_600_000);
    assert.match(readText(await send('bob')), /is paid or has expired/);
  });

  test('above ten of a pair, thirty of an asker, and so many in a day', async () => {
    const [ann, cid, dan] = [
      await addNamed(world, 'ann-many'),
      await addNamed(world, 'cid-many'),
      await addNamed(world, 'dan-many'),
    ];
    await addRows(ann, MAX_OPEN_OF_PAIR, { name: 'bob' });
    assert.match(readText(await ask(ann, 'bob')), /many open requests to this address/);
    await asked(ann, 'eve');
    await addRows(cid, MAX_OPEN_OF_ASKER, { at: -2 * 86_400_000 });
    assert.match(readText(await ask(cid, 'eve')), /You have many open requests\./);
    await addRows(dan, MAX_REQUESTS_A_DAY, { at: -60_000, isExpired: true });
    assert.match(readText(await ask(dan, 'eve')), /very often today/);
    world.clock.move(86_400_000);
    await asked(dan, 'eve');
  });

  test('never by more than these limits when many are sent at once', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-race2'), await addNamed(world, 'bob-race2')];
    const invoices: string[] = [];
    for (const _ of times(MAX_OPEN_OF_PAIR + 4, () => 0))
      invoices.push(await makeInvoice(ann, '5'));
    const answers = await Promise.all(
      invoices.map((invoice) => ann.post('/requests/new', { invoice, to: 'bob-race2' })),
    );
    const taken = answers.filter(({ statusCode }) => statusCode === 303);
    assert.equal(taken.length, MAX_OPEN_OF_PAIR);
    assert.equal((await askedPaths(bob)).length, MAX_OPEN_OF_PAIR);
    const told = await world.database.sql`
      select from notice where user_id = ${bob.api.user.id} and kind = 'asked'`;
    assert.equal(told.length, 1, 'many requests are one notice');
  });

  test('to one payer by many askers at once: no more than the limit reach them', async () => {
    const bob = await addNamed(world, 'bob-two');
    const [ann, eve] = [await addNamed(world, 'ann-two'), await addNamed(world, 'eve-two')];
    await addRows(eve, MAX_OPEN_OF_PAYER - 1, {
      name: 'bob-two',
      payer: bob,
      at: -2 * 86_400_000,
    });
    const others = [ann, await addNamed(world, 'cid-two')];
    const invoices = await Promise.all(others.map((visitor) => makeInvoice(visitor, '5')));
    await whileNobodyIsTold(async (waiting) => {
      const posts = others.map((visitor, place) =>
        visitor.post('/requests/new', { invoice: invoices[place] ?? '', to: 'bob-two' }),
      );
      await waiting(2);
      return posts;
    });
    const rows = await world.database.sql`
      select from money_request where payer_id = ${bob.api.user.id}`;
    assert.equal(rows.length, MAX_OPEN_OF_PAYER);
    for (const one of others) assert.match(await read(one, '/requests'), /bob-two.* Waiting/);
  });

  test('by no one: two who ask each other at once both succeed', async () => {
    const [ann, bob] = [await addNamed(world, 'ann-each'), await addNamed(world, 'bob-each')];
    await Promise.all(
      times(4, () => Promise.all([asked(ann, 'bob-each'), asked(bob, 'ann-each')])),
    );
    assert.equal((await askedPaths(ann)).length, 4);
    assert.equal((await askedPaths(bob)).length, 4);
  });

  test('by nobody: who has a hundred open ones hears of no more, and the asker cannot tell', async () => {
    const [ann, eve] = [await addNamed(world, 'ann-full'), await addNamed(world, 'eve-full')];
    const bob = await addNamed(world, 'bob-full');
    await addRows(eve, MAX_OPEN_OF_PAYER, { name: 'bob-full', payer: bob });
    await asked(ann, 'bob-full');
    assert.match(await read(ann, '/requests'), /bob-full@pay\.example Waiting/);
    assert.match(await read(bob, '/send'), /You are asked for money 100 times\./);
  });
});

test('old requests are forgotten, open ones stay', async () => {
  const ann = await addNamed(world, 'ann-old');
  const at = -KEEP_REQUESTS_MS - 1000;
  await addRows(ann, 3, { at, isExpired: true });
  await addRows(ann, 1, { at });
  await asked(ann, 'somebody');
  await addRows(ann, 1, { isExpired: true });
  const requests = createRequestStore(world.database);
  const { clock, database } = world;
  await pruneRequests({ requests, clock }, new AbortController().signal);
  const rows = await database.sql`select from money_request where asker_id = ${ann.api.user.id}`;
  assert.equal(rows.length, 3);
});

test('many are forgotten in steps', async () => {
  const [ann, bob] = [await addNamed(world, 'ann-steps'), await addNamed(world, 'bob-steps')];
  const requests = createRequestStore(world.database);
  const now = world.clock.now();
  await addRows(ann, 7, { payer: bob, at: -KEEP_REQUESTS_MS - 1000, isExpired: true });
  const before = new Date(now.getTime() - KEEP_REQUESTS_MS);
  const counts: number[] = [];
  for (const _ of times(4, () => 0)) counts.push(await requests.pruneRequests({ before, now }, 3));
  assert.deepEqual(counts, [3, 3, 1, 0]);
});

test('both sides find a request in their archive, and blocks', async () => {
  const [ann, bob] = [await addNamed(world, 'ann-arch'), await addNamed(world, 'bob-arch')];
  await asked(ann, 'bob-arch', '77', 'Lunch');
  await asked(ann, 'bob-arch', '78');
  const bodyOf = async ({ api }: Visitor) =>
    (await createArchiveStore(world.database).readPerson(api.user.id))?.body ?? '';
  assert.match(await bodyOf(ann), /"money_requests" : \[\{"asked_name" : "bob-arch"/);
  assert.match(await bodyOf(bob), /"asked_for_money" : \[\{"asker" : "ann-arch"[^}]*"Lunch"/);
  await bob.post(`${(await askedPaths(bob))[0]}/block`, {});
  assert.match(await bodyOf(bob), /"blocked_from_asking" : \[\{"address_name" : "ann-arch"/);
});
