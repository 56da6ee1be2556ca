import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { sat } from '../../src/base/amount.ts';
import { NodeFault } from '../../src/lightning/node-port.ts';
import { exactBitcoin } from '../../src/onchain/bitcoin-uri.ts';
import { startAccounts } from '../support/account-world.ts';
import { type Browser, readHidden } from '../support/browser.ts';
import { createChainOfWorld } from '../support/onchain/onchain-pages.ts';
import { readText } from '../support/page-visitor.ts';

const { chain, onchain, look } = createChainOfWorld();
const world = await startAccounts({ after }, { server: { onchain } });
const path = '/receive/bitcoin';

async function signedIn() {
  const person = await world.addPerson();
  const browser = await world.signedIn(person);
  const findAddress = () => world.deps.deposits.findUnusedAddress(person.user.id);
  const makeAddress = async (): Promise<string> => {
    await browser.post(path);
    return (await findAddress()) ?? assert.fail('there is an address');
  };
  return { person, browser, findAddress, makeAddress };
}

const text = async (browser: Browser, address = path): Promise<string> =>
  readText(await browser.get(address));

async function makeInvoice(browser: Browser, amount: string): Promise<string> {
  const once = readHidden(await browser.get('/receive'), 'once');
  const { headers } = await browser.post('/receive', { once, amount, expiry: '900' });
  assert(typeof headers.location === 'string');
  return headers.location;
}

/** Mines this transaction and two blocks on it. */
async function confirm(txid: string): Promise<void> {
  chain.mine(txid);
  chain.mine();
  chain.mine();
  await look(world);
}

describe('the bitcoin address', () => {
  test('is made by a press, not by a look, and stays until it is paid', async () => {
    const { browser, findAddress } = await signedIn();
    assert.match(
      await text(browser, '/receive'),
      /Bitcoin address For bitcoin that comes over the chain, .* about 30 minutes/,
    );
    assert.match(await text(browser), /Bitcoin address .*Show my bitcoin address/);
    assert.equal(await findAddress(), null);
    const made = await browser.post(path);
    assert.deepEqual([made.statusCode, made.headers.location], [303, path]);
    const address = await findAddress();
    assert(address !== null);
    const page = await browser.get(path);
    assert.match(page.body, new RegExp(`data-copy="${address}"`));
    assert.match(page.body, /<svg class="qr" role="img" aria-label="QR code of your bitcoin/);
    await browser.post(path);
    assert.equal(await findAddress(), address);
    const said = readText(page);
    assert.match(said, /once 3 blocks have confirmed it: after about 30 minutes/);
    assert.match(said, /From 1,000,000 sat on, it takes 6 blocks: about 60 minutes/);
    assert.match(said, /Send at least 10,000 sat\. .*fee of the network is paid by the sender/);
  });

  test('gives way to what has arrived, whose blocks are counted, and then to a new one', async () => {
    const { browser, findAddress, makeAddress } = await signedIn();
    const address = await makeAddress();
    const txid = chain.send({ address, amountSat: 50_000n });
    await look(world);
    const seen = await browser.get(path);
    assert.match(readText(seen), /Bitcoin on its way 50,000 sat will be .*0 of 3 confirmations/);
    assert.match(seen.body, /data-say="Bitcoin on its way\. 50,000 sat/);
    assert.equal(await findAddress(), null);
    chain.mine(txid);
    await look(world);
    assert.match(await text(browser), /1 of 3 confirmations/);
    chain.mine();
    chain.mine();
    await look(world);
    const arrived = await browser.get(path);
    assert.match(readText(arrived), /Bitcoin has arrived 50,000 sat is in your wallet\. /);
    const [, record = ''] = /href="(\/activity\/\w+)"/.exec(arrived.body) ?? [];
    assert.match(await text(browser, record), /Received 50,000 sat/);
    const next = await makeAddress();
    assert.notEqual(next, address);
    assert.match((await browser.get(path)).body, new RegExp(`data-copy="${next}"`));
  });

  test('shows what is still on its way to an earlier address, and what is too little', async () => {
    const { browser, makeAddress } = await signedIn();
    const address = await makeAddress();
    chain.send({ address, amountSat: 6000n });
    await look(world);
    assert.match((await browser.get(path)).body, new RegExp(`data-copy="${address}"`));
    assert.match(
      await text(browser),
      /6,000 sat has been seen at your address\. .* once 4,000 sat more arrives/,
    );
    await makeAddress();
    assert.match(await text(browser), /On its way to you .*waits for 4,000 sat more .*Waiting/);
  });

  test('is told of when it is credited, as all money that comes in', async () => {
    const { browser, makeAddress } = await signedIn();
    const txid = chain.send({ address: await makeAddress(), amountSat: 50_000n });
    await look(world);
    assert.match(await text(browser, '/notices'), /Nothing new/);
    await confirm(txid);
    const bell = /class="count"[^>]*>1</;
    assert.match((await browser.get('/')).body, bell);
    assert.match(await text(browser, '/notices'), /You received money New .*\+50,000 sat/);
  });

  test('is another one for each user, and stays theirs', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    assert.notEqual(await one.makeAddress(), await other.makeAddress());
    assert.equal((await world.browser().get(path)).statusCode, 303);
  });

  test('cannot be made while the node is away, and is shown all the same', async () => {
    const { browser, findAddress } = await signedIn();
    const other = await signedIn();
    const address = await other.makeAddress();
    const { newAddress, tip } = chain.wallet;
    const away = async () => {
      throw new NodeFault('away');
    };
    Object.assign(chain.wallet, { newAddress: away, tip: away });
    try {
      assert.equal((await browser.post(path)).statusCode, 503);
      assert.equal(await findAddress(), null);
      assert.match((await other.browser.get(path)).body, new RegExp(`data-copy="${address}"`));
      assert.equal((await other.browser.get('/activity')).statusCode, 200);
    } finally {
      Object.assign(chain.wallet, { newAddress, tip });
    }
  });

  test('is nowhere where the service has none', async (t) => {
    const plain = await startAccounts(t);
    const browser = await plain.signedIn(await plain.addPerson());
    assert.doesNotMatch(await text(browser, '/receive'), /Bitcoin address/);
    assert.equal((await browser.get(path)).statusCode, 404);
    assert.equal((await browser.post(path)).statusCode, 404);
    const once = readHidden(await browser.get('/receive'), 'once');
    const made = await browser.post('/receive', { once, amount: '20000', expiry: '900' });
    const { location } = made.headers;
    assert(typeof location === 'string');
    assert.doesNotMatch(await text(browser, location), /One code/);
    assert.equal((await browser.post(`${location}/both`)).statusCode, 404);
  });
});

describe('one code for Lightning and bitcoin', () => {
  test('holds both and the exact amount, once it is asked for', async () => {
    const { browser, findAddress } = await signedIn();
    const invoice = await makeInvoice(browser, '12000');
    const before = await browser.get(invoice);
    assert.match(readText(before), /One code for Lightning and bitcoin .*Show this code/);
    assert.equal(await findAddress(), null);
    const made = await browser.post(`${invoice}/both`);
    assert.equal(made.headers.location, `${invoice}?code=both`);
    const page = await browser.get(`${invoice}?code=both`);
    const [, bolt11 = ''] = /data-copy="(lnbc\w+)"/.exec(page.body) ?? [];
    const uri = `bitcoin:${await findAddress()}?amount=0.00012&lightning=${bolt11.toUpperCase()}`;
    assert.ok(readText(page).includes(uri));
    assert.match(page.body, /<details class="card invoice both" open>/);
    assert.match(readText(page), /which takes about 30 minutes.* this invoice then stays open/);
  });

  test('is offered from the least amount on only', async () => {
    const { browser, findAddress } = await signedIn();
    for (const amount of ['9999', '']) {
      const invoice = await makeInvoice(browser, amount);
      assert.doesNotMatch(await text(browser, invoice), /One code/);
      await browser.post(`${invoice}/both`);
      assert.equal(await findAddress(), null);
    }
    assert.match(await text(browser, await makeInvoice(browser, '10000')), /One code/);
  });

  test('its page shows what came over the chain instead', async () => {
    const { browser, findAddress } = await signedIn();
    const invoice = await makeInvoice(browser, '12000');
    await browser.post(`${invoice}/both`);
    const address = (await findAddress()) ?? '';
    const txid = chain.send({ address, amountSat: 12_000n });
    await look(world);
    assert.match(
      await text(browser, invoice),
      /On its way to you Bitcoin on its way 0 of 3 confirmations 12,000 sat/,
    );
    await confirm(txid);
    assert.match(await text(browser, invoice), /Waiting for payment/);
    const other = await signedIn();
    assert.equal((await other.browser.post(`${invoice}/both`)).statusCode, 404);
  });

  test('writes amounts exactly', () => {
    const written = [1n, 12_000n, 100_000_000n, 123_456_789n, 2_099_999_999_999_999n];
    assert.deepEqual(
      written.map((amount) => exactBitcoin(sat(amount))),
      ['0.00000001', '0.00012', '1', '1.23456789', '20999999.99999999'],
    );
    assert.equal(exactBitcoin(sat(1_000_000_000n)), '10');
  });
});
