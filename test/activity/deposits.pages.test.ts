import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { SEARCHED_DEPOSITS, SHOWN_DEPOSITS } from '../../src/activity/limits.ts';
import { startAccounts } from '../support/account-world.ts';
import { createChainOfWorld } from '../support/onchain/onchain-pages.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';

/** Bitcoin that comes over the chain, in Activity, on Home and on its own page. */

const { chain, onchain, look, addressOf } = createChainOfWorld();
const world = await startPages({ after }, { onchain });

const newAddress = (visitor: Visitor) => addressOf(world, visitor.api.user.id);

async function send(visitor: Visitor, amountSat: bigint): Promise<string> {
  const txid = chain.send({ address: await newAddress(visitor), amountSat });
  await look(world);
  return txid;
}

const text = async (visitor: Visitor, path: string): Promise<string> =>
  readText(await visitor.get(path));

async function openRecord(visitor: Visitor, query = ''): Promise<string> {
  const { body } = await visitor.get(`/activity${query}`);
  const [, path] = /href="(\/activity\/[A-Za-z0-9]+)"/.exec(body) ?? [];
  assert(path !== undefined, 'a line leads to its page');
  return path;
}

describe('bitcoin that is on its way', () => {
  test('stands above all records with the number of its blocks, until it is credited', async () => {
    const visitor = await world.addVisitor();
    await visitor.api.receive(500);
    const txid = await send(visitor, 50_000n);
    const shown = /On its way Bitcoin on its way 0 of 3 confirmations · cannot be spent yet/;
    assert.match(await text(visitor, '/activity'), shown);
    assert.match(await text(visitor, '/'), shown);
    chain.mine(txid);
    await look(world);
    assert.match(await text(visitor, '/activity'), /1 of 3 confirmations .*\+50,000 sat/);
    chain.mine();
    chain.mine();
    await look(world);
    const listed = await text(visitor, '/activity');
    assert.doesNotMatch(listed, /confirmations/);
    assert.match(listed, /Today Bitcoin address \+50,000 sat/);
    assert.match(await text(visitor, '/'), /Bitcoin address \+50,000 sat/);
    assert.equal(await visitor.api.balanceSat(), 50_500);
  });

  test('needs more blocks where it is more, and company where it is too little', async () => {
    const visitor = await world.addVisitor();
    chain.mine(await send(visitor, 1_000_000n));
    await look(world);
    assert.match(await text(visitor, '/activity'), /1 of 6 confirmations/);
    const other = await world.addVisitor();
    chain.mine(await send(other, 6000n));
    await look(world);
    assert.match(
      await text(other, '/activity'),
      /Bitcoin on its way waits for 4,000 sat more at this address/,
    );
    const page = await text(other, await openRecord(other));
    assert.match(page, /it waits until 4,000 sat more arrives at the same address/);
  });

  test('is found by the filters of the list, and only where it fits', async () => {
    const visitor = await world.addVisitor();
    const address = await newAddress(visitor);
    const txid = await send(visitor, 50_000n);
    const isShown = async (query: string): Promise<boolean> =>
      /Bitcoin on its way/.test(await text(visitor, `/activity?${query}`));
    const fitting = ['show=in', 'state=pending', 'min=50000', 'app=web', 'from=2020-01-01'];
    for (const query of [...fitting, `q=${address.slice(4)}`, `q=${txid}`]) {
      assert(await isShown(query), query);
    }
    const others = ['show=out', 'state=waiting', 'state=settled', 'state=failed', 'min=50001'];
    for (const query of [...others, 'app=address', 'to=2020-01-01', 'q=tea']) {
      assert(!(await isShown(query)), query);
    }
    for (let blocks = 0; blocks < 3; blocks += 1) chain.mine(...(blocks === 0 ? [txid] : []));
    await look(world);
    assert.match(await text(visitor, `/activity?q=${txid}`), /Bitcoin address \+50,000/);
    assert.match(await text(visitor, `/activity?q=${address}&show=in`), /\+50,000/);
  });

  test('is no one else’s, and small deposits of strangers hide no large one', async () => {
    const visitor = await world.addVisitor();
    await send(visitor, 70_000n);
    const address = await newAddress(visitor);
    const dust = Array.from({ length: SHOWN_DEPOSITS }, () => ({ address, amountSat: 330n }));
    chain.send(...dust);
    await look(world);
    const listed = await text(visitor, '/activity');
    assert.match(listed, /\+70,000 sat/);
    assert.equal(listed.match(/Bitcoin on its way/g)?.length, SHOWN_DEPOSITS);
    assert(SHOWN_DEPOSITS < SEARCHED_DEPOSITS);
    const other = await world.addVisitor();
    assert.doesNotMatch(await text(other, '/activity'), /Bitcoin/);
    assert.equal((await other.get(await openRecord(visitor))).statusCode, 404);
  });

  test('is in the file of the list', async () => {
    const visitor = await world.addVisitor();
    await send(visitor, 50_000n);
    const { body } = await visitor.get('/activity.csv');
    assert.match(body, /,received,.*,50000,0,,pending,/);
  });
});

describe('the page of a deposit', () => {
  test('follows it from its first sight to its credit', async () => {
    const visitor = await world.addVisitor();
    const address = await newAddress(visitor);
    const txid = await send(visitor, 50_000n);
    const path = await openRecord(visitor);
    const seen = await text(visitor, path);
    assert.match(seen, /Bitcoin on its way 50,000 sat It cannot be spent yet/);
    assert.match(seen, new RegExp(`Bitcoin address ${address} Transaction ${txid}`));
    assert.match(seen, /Block None yet Confirmations 0 of 3 confirmations First seen/);
    assert.match((await visitor.get(path)).body, /data-live="/);
    await visitor.post(`${path}/note`, { note: 'from the exchange' });
    assert.match((await visitor.get(path)).body, /from the exchange/);
    for (let blocks = 0; blocks < 3; blocks += 1) chain.mine(...(blocks === 0 ? [txid] : []));
    await look(world);
    const credited = await visitor.get(path);
    const said = readText(credited);
    assert.match(said, /Received 50,000 sat .*50,000 sat is in your wallet/);
    assert.match(said, new RegExp(`Block ${chain.height() - 2} First seen .*Added to your wallet`));
    assert.match(
      said,
      new RegExp(`Output ${txid}:0 Hash of the block ${chain.hashAt(chain.height() - 2)}`),
    );
    assert.match(said, /Address made by You/);
    assert.doesNotMatch(said, /Payment hash|Proof|Fee|Invoice/);
    assert.match(credited.body, /from the exchange/);
    assert.match(credited.body, new RegExp(`data-share="[^"]*Transaction: ${txid}`));
  });

  test('says when no block takes it', async () => {
    const visitor = await world.addVisitor();
    await send(visitor, 50_000n);
    const path = await openRecord(visitor);
    await world.deps.deposits.giveUp(new Date(Date.now() + 86_400_000));
    assert.match(await text(visitor, path), /Not confirmed .*No block has taken this transaction/);
    assert.doesNotMatch(await text(visitor, '/activity'), /Bitcoin/);
  });

  test('says when another transaction has taken its place', async () => {
    const visitor = await world.addVisitor();
    await send(visitor, 50_000n);
    const path = await openRecord(visitor);
    const [waiting] = await world.deps.deposits.listOpen();
    const replaced = { depositId: waiting?.id ?? '', replacedBy: '9a'.repeat(32) };
    assert.ok(await world.deps.deposits.giveUpReplaced([replaced], 1n));
    assert.match(await text(visitor, path), /Replaced by another payment .*has spent the same/);
    assert.doesNotMatch(await text(visitor, '/activity'), /Bitcoin/);
  });
});

test('a page hears of each block while a deposit waits, and of none otherwise', async (t) => {
  const people = await startAccounts(t, { server: { onchain } });
  const person = await people.addPerson();
  const browser = await people.signedIn(person);
  const markOf = async (): Promise<string> => {
    const [, mark] = /data-live="([^"]+)"/.exec((await browser.get('/')).body) ?? [];
    assert(mark !== undefined, 'the page is live');
    return mark;
  };
  const idle = await markOf();
  chain.mine();
  await look(people);
  assert.equal(await markOf(), idle);
  const marks = new Set([idle]);
  const address = await addressOf(people, person.user.id);
  const txid = chain.send({ address, amountSat: 50_000n });
  await look(people);
  marks.add(await markOf());
  chain.mine(txid);
  await look(people);
  marks.add(await markOf());
  chain.mine();
  await look(people);
  marks.add(await markOf());
  chain.mine();
  await look(people);
  marks.add(await markOf());
  assert.equal(marks.size, 5);
});
