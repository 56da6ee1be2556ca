import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import postgres from 'postgres';
import { ACTIVITY_RECORDS, SEARCHED_RECORDS } from '../../src/activity/limits.ts';
import { webCaller } from '../../src/authorization/caller.ts';
import { BOOSTAGRAM_RECORD } from '../../src/lightning/custom-records.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { eventually } from '../support/eventually.ts';
import { textField } from '../support/fields.ts';
import { readLink, readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';

/** Numbers in titles: the browser tests of the wallet (money); screen 10 is this one. */

const world = await startPages({ after });
const SUCCEED = world.node.plan;

/** An invoice of theirs with these words, paid by someone outside. */
async function receive({ api }: Visitor, amount: number, memo: string): Promise<string> {
  const created = await api.post('/invoices', { amount, memo });
  await world.payFromExternalNode(textField(created.body, 'payment_hash'));
  return textField(created.body, 'identifier');
}

async function payExternal({ api }: Visitor, amountMsat: bigint): Promise<void> {
  const { bolt11 } = world.node.externalInvoice({ amountMsat });
  await api.post('/payments/bolt11', { invoice: bolt11 });
}

const list = async (visitor: Visitor, query = ''): Promise<string> => {
  const answer = await visitor.get(`/activity${query}`);
  assert.equal(answer.statusCode, 200, query);
  const text = readText(answer);
  // Behind the form, whose options are words too.
  return text.slice(text.lastIndexOf('From this amount sat'));
};

/** A long history that no ledger knows of: it goes before the books are checked. */
async function withCopies(
  { api }: Visitor,
  count: number,
  work: () => Promise<void>,
): Promise<void> {
  const owner = postgres(world.ownerUrl, { max: 1, onnotice: () => undefined });
  try {
    await owner`
      insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
        settled_at, booked_at, seq, has_boostagram, body, kind, amount_msat, fee_msat, grant_id)
      select gen_random_uuid(), user_id, direction, 'copy' || n, payment_hash, created_at,
        settled_at, booked_at, seq + n, false, body, kind, amount_msat, fee_msat, grant_id
      from settled_record, generate_series(1, ${count}) n where user_id = ${api.user.id}`;
    await work();
    await owner`alter table settled_record disable trigger refuse_removal`;
    await owner`delete from settled_record where user_id = ${api.user.id} and seq > 1`;
    await owner`alter table settled_record enable trigger refuse_removal`;
  } finally {
    await owner.end();
  }
}

describe('GET /activity', () => {
  test('has nothing of a new user', async () => {
    const visitor = await world.addVisitor();
    assert.match(readText(await visitor.get('/activity')), /No money has come in or gone out yet/);
  });

  test('shows what came, went and failed under its day, with its sums', async () => {
    const visitor = await world.addVisitor();
    await receive(visitor, 1_234_567, 'Translation');
    await payExternal(visitor, 2_000_000n);
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    await payExternal(visitor, 3_000_000n);
    world.node.plan = SUCCEED;
    const shown = await list(visitor);
    assert.match(shown, /Not paid · started by token test −3,000 sat/);
    assert.match(shown, /Sent by token test · fee 1 sat −2,000 sat/);
    assert.match(shown, /Translation Received by token test \+1,234,567 sat/);
    assert.match(shown, /Shown on this page In \+1,234,567 sat Out −2,000 sat/);
  });

  test('shows one direction where that is wanted', async () => {
    const visitor = await world.addVisitor();
    const payee = await world.addVisitor();
    await visitor.api.receive(1_234_567);
    const invoice = await payee.api.invoice(4567);
    assert.equal((await visitor.api.post('/payments/bolt11', { invoice })).status, 200);
    const out = await list(visitor, '?show=out');
    assert.match(out, /−4,567 sat/);
    assert.doesNotMatch(out, /1,234,567/);
    const incoming = await list(visitor, '?show=in');
    assert.match(incoming, /\+1,234,567 sat/);
    assert.doesNotMatch(incoming, /−4,567/);
  });

  test('shows one state where that is wanted', async () => {
    const visitor = await world.addVisitor();
    await receive(visitor, 50_000, 'Kept');
    world.node.plan = { kind: 'fail', reason: 'timeout' };
    await payExternal(visitor, 7_000_000n);
    world.node.plan = SUCCEED;
    const failed = await list(visitor, '?state=failed');
    assert.match(failed, /−7,000 sat/);
    assert.doesNotMatch(failed, /50,000/);
    const settled = await list(visitor, '?state=settled');
    assert.match(settled, /50,000/);
    assert.doesNotMatch(settled, /7,000 sat/);
    assert.match(await list(visitor, '?state=pending'), /Nothing of this kind/);
  });

  test('shows amounts from one on, and says where a number is none', async () => {
    const visitor = await world.addVisitor();
    await receive(visitor, 999, 'small');
    await receive(visitor, 1000, 'large');
    const shown = await list(visitor, '?min=1,000');
    assert.match(shown, /large/);
    assert.doesNotMatch(shown, /small/);
    assert.match(readText(await visitor.get('/activity?min=1.5')), /Enter a whole number of sats/);
  });

  test('shows days, both of them whole, and says where a day is none', async () => {
    const visitor = await world.addVisitor();
    await receive(visitor, 1000, 'of this day');
    const [row] = await world.database.query(
      (sql) => sql<{ day: string; next: string }[]>`
        select to_char(booked_at at time zone 'UTC', 'YYYY-MM-DD') as day,
          to_char(booked_at at time zone 'UTC' + interval '1 day', 'YYYY-MM-DD') as next
        from settled_record where user_id = ${visitor.api.user.id}`,
    );
    assert(row !== undefined);
    assert.match(await list(visitor, `?from=${row.day}&to=${row.day}`), /of this day/);
    assert.match(await list(visitor, `?from=${row.next}`), /Nothing of this kind/);
    assert.match(await list(visitor, '?to=2020-01-01'), /Nothing of this kind/);
    assert.match(
      readText(await visitor.get('/activity?from=2026-02-30')),
      /Enter a day, such as 2026-11-21/,
    );
  });

  test('finds words in any case, and takes signs of patterns for themselves', async () => {
    const visitor = await world.addVisitor();
    await receive(visitor, 11, 'Größe 100% "sure"\\n');
    await receive(visitor, 22, 'another memo');
    for (const text of ['GRÖSSE'.replace('SS', 'ß'), '100%', '"SURE"', '\\n']) {
      const shown = await list(visitor, `?${new URLSearchParams({ q: text })}`);
      assert.match(shown, /\+11 sat/, text);
      assert.doesNotMatch(shown, /\+22 sat/, text);
    }
    for (const text of ['1_0%', 'payment_request', '%', '_', "'; drop table"]) {
      const shown = await list(visitor, `?${new URLSearchParams({ q: text })}`);
      assert.doesNotMatch(shown, /\+22 sat/, text);
    }
  });

  test('shows what one token or the user did, by its name', async () => {
    const visitor = await world.addVisitor();
    await receive(visitor, 90_000, 'by the token');
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 5_000_000n });
    const paid = await payInvoice(
      { ...world.deps },
      { caller: webCaller(visitor.api.user.id), bolt11, amountMsat: null, idempotency: null },
    );
    assert(paid.ok);
    const page = await visitor.get('/activity');
    assert.match(readText(page), /Sent · fee 1 sat −5,000 sat/);
    const token = /<option value="([^"]+)">test</.exec(page.body)?.[1] ?? '';
    assert.notEqual(token, '');
    const ofToken = await list(visitor, `?app=${token}`);
    assert.match(ofToken, /by the token/);
    assert.doesNotMatch(ofToken, /5,000/);
    assert.match(await list(visitor, '?app=web'), /−5,000 sat/);
    await world.deps.tokens.revokeToken(
      { id: token, userId: visitor.api.user.id },
      world.clock.now(),
    );
    assert.match(await list(visitor), /Received by token test \(revoked\)/);
  });

  test('pages back to the oldest and home again, and keeps the filters', async () => {
    const visitor = await world.addVisitor();
    for (let count = 1; count <= ACTIVITY_RECORDS + 2; count += 1) await visitor.api.receive(count);
    const first = await visitor.get('/activity?show=in');
    assert.match(readText(first), new RegExp(`\\+${ACTIVITY_RECORDS + 2} sat .*\\+3 sat`));
    assert.doesNotMatch(readText(first), /\+2 sat/);
    const older = readLink(first, 'Older');
    // What comes in meanwhile moves nothing.
    await visitor.api.receive(5_000_000);
    const second = await visitor.get(older);
    assert.match(readText(second), /\+2 sat .*\+1 sat .*In \+3 sat/);
    assert.doesNotMatch(readText(second), /test \+3 sat|5,000,000/);
    assert.equal(readLink(second, 'Newest'), '/activity?show=in');
    assert.throws(() => readLink(second, 'Older'));

    const stranger = await world.addVisitor();
    assert.doesNotMatch(readText(await stranger.get(older)), /\+2 sat/);
  });

  test('a search looks at the newest 10,000 for a page, says how far, and can look further', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(1);
    await withCopies(visitor, SEARCHED_RECORDS + 5, async () => {
      const first = await visitor.get('/activity?q=nothing+like+it');
      assert.match(
        readText(first),
        /None of the records looked through so far fits the filters\. .*Everything was looked through back to/,
      );
      const rest = await visitor.get(readLink(first, 'Look further back'));
      assert.match(readText(rest), /Nothing of this kind No record fits the filters/);
      assert.throws(() => readLink(rest, 'Look further back'));
      // Without a filter nothing is searched.
      assert.doesNotMatch(readText(await visitor.get('/activity')), /looked through/);
    });
  });

  test('says in words that a search took too long, and keeps what was asked for', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(1);
    const owner = postgres(world.superuserUrl, { max: 2 });
    const [page, file] = await owner.begin(async (sql) => {
      await sql`lock table settled_record in access exclusive mode`;
      let ended = 0;
      const ask = async (path: string) => {
        const answer = await visitor.get(path);
        ended += 1;
        return answer;
      };
      const asked = [ask('/activity?q=long'), ask('/activity.csv?q=long')];
      await eventually('both are given up', async () => {
        await owner`
          select pg_cancel_backend(pid) from pg_stat_activity
          where wait_event_type = 'Lock' and query like '%settled_record%'`;
        return ended === asked.length ? true : null;
      });
      return await Promise.all(asked);
    });
    await owner.end();
    assert(page !== undefined && file !== undefined);
    assert.equal(page.statusCode, 200);
    assert.match(readText(page), /This search took too long .* Choose a first and a last day/);
    assert.match(page.body, /value="long"/);
    assert.equal(file.statusCode, 503);
    assert.match(readText(file), /This search took too long/);
  });

  test('ignores a query that nobody of ours wrote', async () => {
    const visitor = await world.addVisitor();
    for (const query of [
      '?show=%00&state=x&app=%00%27&q=%00',
      '?before=../../x',
      '?before=99999999999999999999.1.x',
      '?before=9999999999999999999.999999999999999.ffffffff-ffff-ffff-ffff-ffffffffffff',
      '?from=%00&to=9999-99-99&min=-1',
      '?min=9999999999999999',
      '?show=in&x',
    ]) {
      assert.equal((await visitor.get(`/activity${query}`)).statusCode, 200, query);
    }
  });

  test('10 shows the words of strangers as text, apart from ours', async () => {
    const visitor = await world.addVisitor();
    const evil = '<script>alert(1)</script>\u202e';
    const boost = { sender_name: evil, message: evil, podcast: evil, app_name: evil };
    await visitor.api.receiveKeysend(
      5,
      new Map([[BOOSTAGRAM_RECORD, Buffer.from(JSON.stringify(boost))]]),
    );
    const page = await visitor.get('/activity');
    assert.ok(!page.body.includes('<script>alert'));
    assert.match(page.body, /class="title" dir="auto">From &#60;script/);
  });
});
