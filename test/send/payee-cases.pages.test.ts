import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { msat } from '../../src/base/amount.ts';
import { playCase } from '../support/lnurl/play-case.ts';
import { startSendPages } from '../support/lnurl/send-pages.ts';
import { readText } from '../support/page-visitor.ts';

/** Servers of others that answered in ways of their own, from the page Send on. */

const world = await startSendPages({ after });
const visitor = await world.addPayer();
world.node.plan = { kind: 'succeed', feeMsat: msat(3000n) };

const play = async (name: string): Promise<string> => await playCase({ after }, world.node, name);

/** The path of a payment of 100 sat. */
async function pay(name: string): Promise<string> {
  const path = await world.review(visitor, `x@${await play(name)}`, { amount: '100' });
  await visitor.post(`${path}/pay`, {});
  assert.match(await world.read(visitor, path), /Paid 100 sat The money has arrived/);
  return path;
}

describe('a payee', () => {
  test('that compresses whatever it is asked for is paid', async () => {
    await pay('pay-gzip-always');
  });

  test('that names the coding of nothing is paid', async () => {
    await pay('pay-identity-coding');
  });

  for (const [name, link] of [
    ['pay-success-url-with-fragment', '/order/7#receipt'],
    ['pay-success-url-with-space', '/order/my%20order'],
  ] as const) {
    test(`that leads to ${link} afterwards is paid, and the link is shown`, async () => {
      const { body } = await visitor.get(await pay(name));
      assert.match(body, new RegExp(`href="http://127\\.0\\.0\\.1:\\d+${link}"`));
    });
  }

  test('that says no at the first question is told in its words', async () => {
    const host = await play('pay-refused-as-message');
    const refused = await visitor.post('/send', { to: `x@${host}` });
    assert.equal(refused.statusCode, 400);
    const words = `${host} refused: “The daily limit of this user is reached.”`;
    assert.ok(readText(refused).includes(words), readText(refused));
  });

  test('that says no to an amount is told in its words', async () => {
    const host = await play('pay-refused-as-detail');
    const path = await world.begin(visitor, `x@${host}`);
    const refused = await visitor.post(path, { amount: '20' });
    assert.equal(refused.statusCode, 400);
    const words = `${host} refused: “Amount is lower than the minimum: 21 sat.”`;
    assert.ok(readText(refused).includes(words), readText(refused));
  });
});

describe('one who offers money, and refuses it', () => {
  for (const [name, reason] of [
    ['withdraw-refused', 'already used'],
    ['withdraw-refused-as-detail', 'withdraw not working. Insufficient balance.'],
  ] as const) {
    test(`is told in its words: ${reason}`, async () => {
      const host = await play(name);
      const path = await world.begin(visitor, `lnurlw://${host}/w`);
      const asked = await visitor.post(path, { amount: '50' });
      const text = await world.read(visitor, String(asked.headers.location));
      assert.ok(text.includes(`${host} refused: “${reason}”`), text);
      assert.match(text, / Refused /);
      assert.doesNotMatch(text, /We do not know whether|payee|behind this|Nothing was sent/);
    });
  }
});
