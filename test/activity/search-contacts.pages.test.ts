import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { claimAddress } from '../../src/address/claim-address.ts';
import { msat } from '../../src/base/amount.ts';
import { encodeLnurl } from '../../src/lnurl/lnurl-text.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { readText } from '../support/page-visitor.ts';
import type { Visitor } from '../support/page-world.ts';

/** The search of Activity knows the names that its user has for those whom they pay. */

const world = await startSendPages({ after });
const { node, payee, shop } = world;
const SUCCEED = { kind: 'succeed', feeMsat: msat(0n) } as const;

async function pay(visitor: Visitor, to: string, amount: string, end = /Paid/): Promise<void> {
  const path = await world.review(visitor, to, { amount });
  await visitor.post(`${path}/pay`, {});
  assert.match(await world.read(visitor, path), end);
}

const save = async (visitor: Visitor, name: string, to: string): Promise<string> => {
  const saved = await visitor.post('/contacts/new', { name, to });
  assert.equal(saved.statusCode, 303, saved.body);
  return String(saved.headers.location);
};

/** The amounts in sats that are listed, the newest first. */
async function found(visitor: Visitor, text: string, query = ''): Promise<readonly number[]> {
  const answer = await visitor.get(`/activity?q=${encodeURIComponent(text)}${query}`);
  assert.equal(answer.statusCode, 200);
  const [lines = ''] = readText(answer).split('Shown on this page');
  return [...lines.matchAll(/[−+](\d+) sat/g)].map(([, amount]) => Number(amount));
}

describe('the name of a contact', () => {
  let ann: Visitor;
  let contact: string;

  before(async () => {
    node.plan = SUCCEED;
    world.offer();
    payee.answers.set('/link', {
      tag: 'payRequest',
      callback: `${payee.url}/cb`,
      minSendable: 1000,
      maxSendable: 1_000_000,
      metadata: '[["text/plain","Coffee"]]',
    });
    const bob = await world.addVisitor();
    const address = { userId: bob.api.user.id, text: 'bob', by: 'user' } as const;
    assert((await claimAddress(world.deps, address)).ok);
    ann = await world.addPayer(10_000);
    const link = encodeLnurl(`${payee.url}/link`);
    await pay(ann, shop, '101');
    await pay(ann, link, '102');
    await pay(ann, 'bob@pay.example', '103');
    node.plan = { kind: 'fail', reason: 'no_route' };
    await pay(ann, shop, '104', /Not paid/);
    node.plan = SUCCEED;
    contact = await save(ann, 'Anna Größe', shop);
    await save(ann, 'Annual Coffee', link);
    await save(ann, 'Robert', 'bob@pay.example');
  });

  test('finds what was paid to them, and what failed, in any case', async () => {
    assert.deepEqual(await found(ann, 'ann'), [104, 102, 101]);
    assert.deepEqual(await found(ann, 'GRÖSSE'.replace('SS', 'ß')), [104, 101]);
    assert.deepEqual(await found(ann, 'coffee'), [102]);
    assert.deepEqual(await found(ann, 'robert'), [103]);
    assert.deepEqual(await found(ann, 'nobody'), []);
  });

  test('counts with the other filters, and with what stands in records', async () => {
    assert.deepEqual(await found(ann, 'ann', '&state=settled'), [102, 101]);
    assert.deepEqual(await found(ann, 'ann', '&min=103'), [104]);
    assert.deepEqual(await found(ann, 'ann', '&show=in'), []);
    assert.deepEqual(await found(ann, 'bob@pay'), [103]);
    const file = await ann.get('/activity.csv?q=robert');
    assert.match(file.body, /bob@pay\.example/);
    assert.equal(file.body.trim().split('\n').length, 2);
  });

  test('takes signs of patterns for themselves', async () => {
    for (const text of ['%', '_nna', '\\', '\u200d']) assert.deepEqual(await found(ann, text), []);
  });

  test('is the one of today, and of its user alone', async () => {
    const eve = await world.addPayer(10_000);
    await pay(eve, shop, '105');
    assert.deepEqual(await found(eve, 'Anna'), []);
    await ann.post(contact, { name: 'Corner' });
    assert.deepEqual(await found(ann, 'Größe'), []);
    assert.deepEqual(await found(ann, 'corner'), [104, 101]);
  });
});
