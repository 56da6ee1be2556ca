import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { STYLE_SHEETS } from '../../src/app/pages/style-sheets.ts';
import { MAX_STATEMENT_FILES, SHOWN_STATEMENT_LINES } from '../../src/statements/limits.ts';
import { loadAssets } from '../../src/web/pages/assets.ts';
import { bookAt } from '../support/book-at.ts';
import { textField } from '../support/fields.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';

const world = await startPages({ after });
// After every time at which this test books, and before the clock of the database.
world.clock.move(Date.parse('2025-03-20T12:00:00Z') - world.clock.now().getTime());

async function receive({ api }: Visitor, amount: number, memo: string, at: string): Promise<void> {
  const created = await api.post('/invoices', { amount, memo });
  await world.payFromExternalNode(textField(created.body, 'payment_hash'));
  await bookAt(world.ownerUrl, api.user.id, new Date(at));
}

async function payExternal({ api }: Visitor, amountMsat: bigint, at: string): Promise<void> {
  const { bolt11 } = world.node.externalInvoice({ amountMsat });
  await api.post('/payments/bolt11', { invoice: bolt11 });
  await bookAt(world.ownerUrl, api.user.id, new Date(at));
}

/** A month with two records, one without, one that is open. */
async function addUsed(): Promise<Visitor> {
  const visitor = await world.addVisitor();
  await receive(visitor, 10_000, '=HYPERLINK("x")', '2025-01-31T23:59:59.999Z');
  await payExternal(visitor, 2_000_000n, '2025-01-31T23:59:59.999Z');
  await receive(visitor, 70, '<img src=x>', '2025-03-01T00:00:00.000Z');
  return visitor;
}

const read = async (visitor: Visitor, path: string): Promise<string> => {
  const answer = await visitor.get(path);
  assert.equal(answer.statusCode, 200, path);
  return readText(answer);
};

describe('GET /statements', () => {
  test('says what will stand there, where nothing does', async () => {
    const visitor = await world.addVisitor();
    assert.match(await read(visitor, '/statements'), /No statement yet/);
    assert.equal((await visitor.get('/statements/2025-01')).statusCode, 404);
  });

  test('has all months from the first record on, whether anything moved or not', async () => {
    const visitor = await addUsed();
    const text = await read(visitor, '/statements');
    assert.match(text, /March 2025 Not closed yet \+70 0 0 \d,\d+ sat/);
    assert.match(text, /February 2025 0 0 0 7,\d+ sat|February 2025 0 0 0 8,\d+ sat/);
    assert.match(text, /January 2025 \+10,000 −2,000 −?\d+ \d,\d+ sat/);
    assert.doesNotMatch(text, /December 2024|April 2025/);
  });

  test('Activity and Account lead to it', async () => {
    const visitor = await addUsed();
    for (const path of ['/activity', '/profile']) {
      assert.match((await visitor.get(path)).body, /href="\/statements"/, path);
    }
  });
});

describe('GET /statements/{month}', () => {
  test('adds up, shows each record with the balance after it, and the fingerprint', async () => {
    const visitor = await addUsed();
    const text = await read(visitor, '/statements/2025-01');
    assert.match(text, /January 2025 Closed/);
    assert.match(text, /At the start 0 sat In \+10,000 sat Out −2,000 sat/);
    assert.match(text, /31 Jan, 23:59 =HYPERLINK\("x"\) Received \+10,000 sat 10,000 sat/);
    assert.match(text, /Fingerprint [0-9a-f]{64}/);
    const open = await visitor.get('/statements/2025-03');
    assert.match(readText(open), /March 2025 Not closed yet/);
    assert.match(readText(open), /So far/);
    assert.doesNotMatch(readText(open), /Fingerprint/);
    assert(!open.body.includes('<img src=x>'));
    assert.match(await read(visitor, '/statements/2025-02'), /No money came in or went out/);
  });

  test('cuts long words on screens alone: they are whole in the page and on paper', async () => {
    const visitor = await world.addVisitor();
    const memo = 'word '.repeat(120).trim();
    await receive(visitor, 10_000, memo, '2025-01-31T23:59:59.999Z');
    const { body } = await visitor.get('/statements/2025-01');
    assert.match(body, new RegExp(`<bdi class="few-lines" dir="auto">${memo}</bdi>`));
    const { files } = await loadAssets(STYLE_SHEETS);
    const style = files.find(({ name }) => name === 'satchel.css')?.content.toString() ?? '';
    const [cut = '', ...others] = style.match(/@media screen \{\s*\.few-lines \{[^}]*\}/g) ?? [];
    assert.match(cut, /-webkit-line-clamp: 3;/);
    assert.deepEqual([others.length, style.split('.few-lines').length], [0, 2]);
  });

  test('of many payments has pages and a print of all, each with the right balances', async () => {
    const visitor = await world.addVisitor();
    const count = 2 * SHOWN_STATEMENT_LINES + 3;
    for (let amount = 1; amount <= count; amount += 1) await visitor.api.receive(amount);
    await bookAt(world.ownerUrl, visitor.api.user.id, new Date('2025-03-02T00:00:00Z'));
    const balances: number[] = [];
    const amounts = Array.from({ length: count }, (_, n) => n + 1);
    for (const amount of amounts) balances.push((balances.at(-1) ?? 0) + amount);
    const all = amounts.map((amount, n) => `+${amount} sat ${balances[n]} sat`);
    const rows = (text: string) =>
      [...text.replaceAll(/(\d),(\d)/g, '$1$2').matchAll(/Received (\+\d+ sat \d+ sat)/g)].map(
        ([, row]) => row,
      );
    const month = '/statements/2025-03';
    const first = await read(visitor, month);
    assert.deepEqual(rows(first), all.slice(0, SHOWN_STATEMENT_LINES));
    assert.match(first, /Payments 1 to 50 of 103/);
    assert.match(first, /Print all payments/, 'a browser would print this page only');
    assert.match(first, /Later payments Newest payments/);
    world.takeStatements();
    const second = await read(visitor, `${month}?page=2`);
    const bodies = world.takeStatements().filter((text) => /select[^;]*grant_id, body/.test(text));
    assert.deepEqual(bodies, [], 'no whole record is read');
    assert.deepEqual(rows(second), all.slice(SHOWN_STATEMENT_LINES, 2 * SHOWN_STATEMENT_LINES));
    const last = await read(visitor, `${month}?page=3`);
    assert.deepEqual(rows(last), all.slice(2 * SHOWN_STATEMENT_LINES));
    assert.match(last, /First payments Earlier payments/);
    assert.doesNotMatch(last, /Later payments/);
    assert.equal(await read(visitor, `${month}?page=99`), last);
    assert.equal(await read(visitor, `${month}?page=x`), first);
    const printed = await visitor.get(`${month}?print=1`);
    assert.deepEqual(rows(readText(printed)), all);
    assert.match(printed.body, /<\/tbody>.*<\/html>\s*$/s, 'it is a whole document');
    assert.match(printed.body, /data-print/);
    assert.doesNotMatch(printed.body, /<!-- parts -->/);
    assert.match(readText(printed), /Back to the month/);
  });

  test('tells the date of what arrived before its month', async () => {
    const visitor = await world.addVisitor();
    await receive(visitor, 5, 'first', '2025-01-05T00:00:00Z');
    await read(visitor, '/statements');
    world.clock.move(-40 * 86_400_000);
    const created = await visitor.api.post('/invoices', { amount: 7, memo: 'late' });
    await world.payFromExternalNode(textField(created.body, 'payment_hash'));
    world.clock.move(40 * 86_400_000);
    await bookAt(world.ownerUrl, visitor.api.user.id, new Date('2025-03-02T00:00:00Z'));
    const text = await read(visitor, '/statements/2025-03');
    assert.match(text, /late Received · arrived on 8 Feb 2025/);
    assert.match(await read(visitor, '/statements/2025-02'), /No money came in or went out/);
  });

  test('files are for spreadsheets and programs', async () => {
    const visitor = await addUsed();
    const csv = await visitor.get('/statements/2025-01.csv');
    assert.equal(csv.statusCode, 200);
    assert.match(String(csv.headers['content-type']), /^text\/csv; charset=utf-8/);
    assert.equal(csv.headers['content-disposition'], 'attachment; filename="satchel-2025-01.csv"');
    assert.equal(csv.headers['cache-control'], 'no-store');
    assert.match(
      csv.body,
      /,received,"'=HYPERLINK\(""x""\)",,"test",10000,0,10000,settled,"[0-9a-f]{64}"/,
    );
    assert.deepEqual([...csv.rawPayload.subarray(0, 3)], [0xef, 0xbb, 0xbf], 'Excel asks for it');
    assert.match(csv.body, /,sent,[^\r]*,-2000,\d+,\d+,settled,/);
    assert.equal(csv.body.trimEnd().split('\r\n').length, 3);
    const json = await visitor.get('/statements/2025-01.json');
    assert.match(json.body, /^\{/, 'JSON has no mark (RFC 8259, 8.1)');
    const { format, closed, opening_sat, received_sat, sent_sat, fees_sat, closing_sat, records } =
      JSON.parse(json.body);
    assert.deepEqual([format, closed, records.length], ['satchel-statement-v1', true, 2]);
    assert.equal(opening_sat + received_sat - sent_sat - fees_sat, closing_sat);
    assert.equal(records[0].record.memo, '=HYPERLINK("x")');
    const next = JSON.parse((await visitor.get('/statements/2025-02.json')).body);
    assert.equal(next.opening_sat, closing_sat);
    assert.deepEqual(next.records, []);
  });

  test('no other month, user or guest gets one', async () => {
    const visitor = await addUsed();
    for (const name of [
      '2024-12',
      '2025-04',
      '2025-13',
      '2025-1',
      'x',
      '2025-01.pdf',
      '2025-01.csv.',
    ]) {
      assert.equal((await visitor.get(`/statements/${name}`)).statusCode, 404, name);
    }
    const stranger = await world.addVisitor();
    for (const ending of ['', '.csv', '.json']) {
      assert.equal((await stranger.get(`/statements/2025-01${ending}`)).statusCode, 404);
      const guest = await world.guest().get(`/statements/2025-01${ending}`);
      assert.equal(guest.statusCode, 303);
    }
  });

  test('a user reads a few files at a time, and each one read makes room', async () => {
    const visitor = await addUsed();
    const limit = world.deps.pages?.statementFiles;
    assert(limit !== undefined);
    const { id } = visitor.api.user;
    for (let count = 0; count < MAX_STATEMENT_FILES; count += 1) assert(limit.acquire(id));
    assert.equal((await visitor.get('/statements/2025-01.csv')).statusCode, 429);
    limit.release(id);
    for (let count = 0; count < 3; count += 1) {
      assert.equal((await visitor.get('/statements/2025-01.csv')).statusCode, 200);
      assert.equal((await visitor.get('/statements/2024-01.csv')).statusCode, 404);
    }
    limit.release(id);
  });

  test('a print that cannot be read makes room again', async (t) => {
    const visitor = await addUsed();
    const statements = world.deps.pages?.statements;
    assert(statements !== undefined);
    const broken = t.mock.method(statements, 'listShownLines', async () => {
      throw new Error('the database went away');
    });
    for (let count = 0; count < MAX_STATEMENT_FILES; count += 1) {
      assert.equal((await visitor.get('/statements/2025-01?print=1')).statusCode, 500);
    }
    broken.mock.restore();
    assert.equal((await visitor.get('/statements/2025-01?print=1')).statusCode, 200);
  });
});
