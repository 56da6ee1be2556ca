import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { sat } from '../../src/base/amount.ts';
import { MAX_STATEMENT_TEXT_LENGTH } from '../../src/statements/limits.ts';
import type { BalancedLine } from '../../src/statements/statement.ts';
import { FIRST_LINK, nextChainHash } from '../../src/statements/statement-chain.ts';
import { csvHead, csvLine, textCell } from '../../src/statements/statement-csv.ts';
import { checkProperty } from '../support/check-property.ts';

const line = (fields: object, rest: Partial<BalancedLine> = {}): BalancedLine => ({
  seq: 7n,
  bookedAt: new Date('2026-11-21T19:53:07.123Z'),
  settledAt: new Date('2026-10-31T23:59:59.999Z'),
  direction: 'incoming',
  amountSat: sat(1000n),
  feeSat: sat(0n),
  grantId: null,
  balanceSat: sat(5000n),
  body: JSON.stringify(fields),
  ...rest,
});

const PLAIN = { app: null, timeZone: 'UTC', currency: null, rate: null };

/** What a reader by RFC 4180 finds. */
function readCsv(text: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  const cell = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/gy;
  for (;;) {
    const found = cell.exec(text);
    assert(found !== null, `not a CSV file at ${cell.lastIndex}`);
    const [, value = '', end] = found;
    rows.at(-1)?.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value);
    if (end === '') return rows;
    if (end === '\r\n') rows.push([]);
  }
}

describe('a statement as CSV', () => {
  test('has a cell for each column', () => {
    const body = { type: 'incoming', memo: 'Tea, "green"\nhot', payer_name: 'Zoë' };
    const text =
      csvHead(null) + csvLine(line(body), { ...PLAIN, app: 'Shop', timeZone: 'Asia/Kolkata' });
    assert.ok(text.startsWith('\uFEFFtime_utc,'), 'Excel knows UTF-8 by this mark alone');
    const [head = [], row = []] = readCsv(text.slice(1).replace(/\r\n$/, ''));
    assert.deepEqual(Object.fromEntries(head.map((name, index) => [name, row[index]])), {
      time_utc: '2026-11-21T19:53:07.123Z',
      time_local: '2026-11-22 01:23:07',
      settled_utc: '2026-10-31T23:59:59.999Z',
      seq: '7',
      kind: 'received',
      description: 'Tea, "green"\nhot',
      counterparty: 'Zoë',
      app: 'Shop',
      amount_sat: '1000',
      fee_sat: '0',
      balance_sat: '5000',
      state: 'settled',
      payment_hash: '',
      preimage: '',
      txid: '',
    });
  });

  test('names the transaction of what went over the chain', () => {
    const body = { type: 'outgoing', address: 'bc1qpayee', txid: 'ab'.repeat(32) };
    const out = { direction: 'outgoing' as const, feeSat: sat(200n) };
    const [cells = []] = readCsv(csvLine(line(body, out), PLAIN).trimEnd());
    assert.deepEqual(cells.slice(-3), ['', '', 'ab'.repeat(32)]);
    assert.equal(cells[6], 'bc1qpayee');
  });

  test('has no payer who names themselves like an address', () => {
    const body = { type: 'incoming', payer_name: 'alice@own.example', payer_email: 'a@b.example' };
    assert.doesNotMatch(csvLine(line(body), PLAIN), /alice|a@b/);
  });

  test('takes who was paid, and gives what went out a sign', () => {
    const metadata = { recipient_data: { identifier: 'bob@shop.example' } };
    const out = { direction: 'outgoing' as const, feeSat: sat(3n) };
    const text = csvLine(line({ type: 'outgoing', memo: '', comment: 'hi', metadata }, out), PLAIN);
    assert.match(text, /,sent,"hi","bob@shop\.example",,-1000,3,5000,settled,,,\r\n$/);
  });

  test('tells the value at the time of payment to those who chose a currency', () => {
    const currency = 'EUR';
    const rate = { currency, centsPerBtc: 6_425_050n, readAt: new Date('2026-10-31T23:50Z') };
    const cellsOf = (row: string) => row.trimEnd().split(',').slice(-3);
    assert.deepEqual(cellsOf(csvHead(currency)), ['value', 'currency', 'price_per_btc']);
    const received = csvLine(line({ type: 'incoming' }), { ...PLAIN, currency, rate });
    assert.deepEqual(cellsOf(received), ['0.64', 'EUR', '64250.50']);
    const sent = line({ type: 'outgoing' }, { direction: 'outgoing', feeSat: sat(500n) });
    const text = csvLine(sent, { ...PLAIN, currency, rate });
    assert.deepEqual(cellsOf(text), ['-0.64', 'EUR', '64250.50']);
    const unknown = csvLine(line({ type: 'incoming' }), { ...PLAIN, currency });
    assert.match(unknown, /,settled,,,,,,\r\n$/);
  });

  test('no text is a formula to a spreadsheet', () => {
    for (const begin of ['=', '+', '-', '@', '\t', '\r', '|', '%', '＝', '＋', '－', '＠']) {
      assert(textCell(`${begin}1+1`).startsWith('"\''), JSON.stringify(begin));
    }
    for (const hidden of [' ', '\n', '\u00a0', '\u200b', '\ufeff', '"']) {
      const cell = textCell(`${hidden}=1`).slice(1, -1);
      assert.equal(cell.replaceAll('""', '"'), `${hidden}'=1`);
    }
    assert.equal(textCell('\u0001=1'), `"'=1"`);
    assert.equal(textCell('a;=1'), `"a;'=1"`);
    assert.equal(textCell('a"\n"=1'), `"a""\n""'=1"`);
    assert.equal(textCell('1=1, a-b'), '"1=1, a-b"');
    assert.equal(textCell(null), '');
  });

  test('whatever the text, it is one cell, and no part of it begins a formula', () => {
    const sign = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      ';',
      '"',
      ',',
      '\r',
      '\n',
      '\t',
      ' ',
      'a',
      '\ufeff',
    );
    checkProperty(
      fc.property(fc.array(sign, { minLength: 1, maxLength: 40 }), (signs) => {
        const text = signs.join('');
        const cell = textCell(text);
        const [[first = '', last] = [], ...more] = readCsv(`${cell},x`);
        assert.equal(last, 'x');
        assert.deepEqual(more, []);
        assert.equal(first.replaceAll("'", ''), text);
        for (const part of first.split(/[;\t\r\n]/))
          assert.doesNotMatch(part, /^[\s"\ufeff]*[=+\-@]/);
      }),
    );
  });

  test('a huge text is cut', () => {
    const cell = textCell('x'.repeat(1_000_000));
    assert.equal(cell.length, MAX_STATEMENT_TEXT_LENGTH + 2);
  });
});

test('the chain is what docs/statements.md says', () => {
  // Computed by another program (Python's hashlib).
  const body = '{"amount":1000}';
  const first = nextChainHash(FIRST_LINK, { ...line({}), seq: 1n, body });
  const second = nextChainHash(first, {
    ...line({}, { direction: 'outgoing', amountSat: sat(20n), feeSat: sat(1n) }),
    seq: 2n,
    body: '{"amount":20,"fee":1}',
  });
  assert.deepEqual(
    [first, second],
    [
      '021a576ad90bbf2d584530943ea047cf2d9559c977bee260cc184f4848c2d12f',
      'f0dcd206fbd6cd21a1df0d781f0ae6c995ceb23e40bf426d3f6438d634f8c8f9',
    ],
  );
});
