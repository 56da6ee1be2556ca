import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { startAccounts } from '../support/account-world.ts';
import { addLeaver } from '../support/leaver.ts';
import { readText } from '../support/page-visitor.ts';

const world = await startAccounts({ after });

describe('GET /leave', () => {
  test('Account leads to it; it says how to empty the wallet', async () => {
    const { api, browser } = await addLeaver(world);
    assert.match((await browser.get('/profile')).body, /href="\/leave"/);
    assert.match(readText(await browser.get('/leave')), /Your wallet is empty\./);
    await api.receive(1234);
    assert.match(readText(await browser.get('/leave')), /Your wallet holds 1,234 sat\./);
    assert.match(readText(await browser.get('/leave')), /choose “Send all”/);
  });

  test('guests have to sign in', async () => {
    for (const path of ['/leave', '/leave/close', '/leave/archive.json', '/leave/payments.csv']) {
      const answer = await world.browser().get(path);
      assert.deepEqual([path, answer.statusCode], [path, 303]);
      assert.match(String(answer.headers.location), /^\/sign-in/);
    }
  });
});

interface ArchiveShape {
  readonly format: string;
  readonly account: { readonly email: string; readonly identifier: string };
  readonly tokens: readonly { readonly name: string }[];
  readonly statements: readonly { readonly chain: { readonly head: string } }[];
  readonly notes: readonly { readonly text: string }[];
  readonly unpaid_invoices: readonly { readonly amount_sat: number }[];
  readonly failed_payments: readonly { readonly reason: string }[];
  readonly records: readonly {
    readonly seq: number;
    readonly link: string;
    readonly balance_sat: number;
    readonly change_sat: number;
  }[];
}

describe('the archive', () => {
  test('holds all that is kept, in the chain of the statements, and no secret', async () => {
    const leaver = await addLeaver(world);
    const { api, browser, person } = leaver;
    await api.receive(5000);
    await api.receive(70);
    await api.invoice(33);
    world.node.plan = { kind: 'fail', reason: 'no_route' };
    const { bolt11 } = world.node.externalInvoice({ amountMsat: 1_000_000n });
    await api.post('/payments/bolt11', { invoice: bolt11 });
    world.node.plan = { kind: 'succeed', feeMsat: msat(1000n) };
    const other = world.node.externalInvoice({ amountMsat: 2_000_000n });
    await api.post('/payments/bolt11', { invoice: other.bolt11 });
    const answer = await browser.get('/leave/archive.json');
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers['content-disposition']), /satchel-archive\.json/);
    const archive: ArchiveShape = JSON.parse(answer.body);
    assert.equal(archive.format, 'satchel-archive-v1');
    assert.deepEqual(
      [archive.account.email, archive.account.identifier],
      [person.email, person.user.identifier],
    );
    assert.deepEqual(
      archive.tokens.map(({ name }) => name),
      ['test'],
    );
    assert(!answer.body.includes(api.token), 'tokens stay secret');
    assert.deepEqual(
      archive.unpaid_invoices.map(({ amount_sat }) => amount_sat),
      [33],
    );
    assert.equal(archive.failed_payments.length, 1);
    assert.deepEqual(
      archive.records.map(({ seq, balance_sat }) => [seq, balance_sat]),
      [
        [1, 5000],
        [2, 5070],
        [3, 3069],
      ],
    );
    assert.equal(archive.records.at(-1)?.link, archive.statements[0]?.chain.head);
  });

  test('the other file has every payment for a spreadsheet', async () => {
    const { api, browser } = await addLeaver(world);
    await api.receive(5000);
    const answer = await browser.get('/leave/payments.csv');
    assert.match(String(answer.headers['content-type']), /^text\/csv/);
    assert.deepEqual([...answer.rawPayload.subarray(0, 3)], [0xef, 0xbb, 0xbf]);
    const [head, line, end] = answer.body.split('\r\n');
    assert.match(String(head), /^\uFEFFtime_utc,/);
    assert.match(String(line), /,5000,0,5000,settled,/);
    assert.equal(end, '');
  });

  test('is the same for someone without a history', async () => {
    const { browser } = await addLeaver(world);
    const archive: ArchiveShape = JSON.parse((await browser.get('/leave/archive.json')).body);
    assert.deepEqual([archive.records, archive.statements, archive.notes], [[], [], []]);
  });

  test('one at a time for each user', async () => {
    const { browser, person } = await addLeaver(world);
    const limit = world.deps.pages?.archiveFiles;
    assert(limit !== undefined);
    assert(limit.acquire(person.user.id));
    assert.equal((await browser.get('/leave/archive.json')).statusCode, 429);
    limit.release(person.user.id);
    assert.equal((await browser.get('/leave/archive.json')).statusCode, 200);
    assert.equal((await browser.get('/leave/payments.csv')).statusCode, 200, 'it was given back');
  });
});
