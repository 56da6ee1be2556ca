import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import {
  ASKED,
  ask,
  fill,
  PAIRING_PATH as PATH,
  returned,
} from '../support/nwc/pairing-visitor.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages, type Visitor } from '../support/page-world.ts';

const world = await startPages({ after });
const { appGrants, budgets } = world.deps;
const appsOf = ({ api }: Visitor) => appGrants.listAppGrants(api.user.id);

describe('44: what an app asks is the most that it gets', () => {
  for (const [what, wrong, says] of [
    ['a bad key', { pubkey: 'x' }, /key of this app is missing or wrong/],
    ['no key', { pubkey: '' }, /key of this app is missing or wrong/],
    ['a script', { return_to: 'javascript:alert(1)' }, /sends no one: javascript:alert\(1\)/],
    ['plain http', { return_to: 'http://zaps.example' }, /sends no one: http:\/\/zaps/],
    ['a balance of its own', { isolated: 'true' }, /a balance of its own, apart from yours/],
    ['unknown methods', { request_methods: 'pay_invoice sign_message' }, /do: sign_message /],
    ['sentences', { request_methods: 'Call+0900! now' }, /cannot do: now , … Nothing/],
    ['a limit of nothing', { max_amount: '0' }, /names no amount/],
    ['an unknown interval', { budget_renewal: 'x' }, /how often it starts anew/],
    ['an end in the past', { expires_at: '1' }, /already ended/],
    ['no end', { expires_at: 'x' }, /does not say clearly when/],
    ['a long state', { state: 'x'.repeat(300) }, /too long or cannot be read/],
    ['hidden letters', { name: 'a\u202eb' }, /invisible characters/],
  ] as const) {
    test(`${what}: refused in words, and nothing is made`, async () => {
      const visitor = await world.addVisitor();
      const page = await ask(visitor, { ...ASKED, ...wrong });
      assert.equal(page.statusCode, 400);
      assert.match(readText(page), /This app cannot be connected/);
      assert.match(readText(page), says);
      assert.doesNotMatch(page.body, /<form|href="(?![/#])/);
      const { form } = await fill(visitor);
      const sent = await visitor.post(PATH, { ...form, ...wrong });
      assert.equal(sent.statusCode, 400);
      assert.deepEqual(await appsOf(visitor), []);
    });
  }

  test('what the app names is the most that it gets; its user may allow less', async () => {
    const visitor = await world.addVisitor();
    const expiresAt = Math.floor(world.clock.now().getTime() / 1000) + 86_400;
    const asked = {
      ...ASKED,
      max_amount: '10000999',
      budget_renewal: 'weekly',
      expires_at: String(expiresAt),
    };
    const { page, form } = await fill(visitor, asked);
    assert.match(readText(page), /The app asks for up to 10,000 sat per week/);
    assert.match(readText(page), /The connection ends /);
    assert.doesNotMatch(page.body, /value="none"|name="interval"|name="connection_end"/);
    for (const amount of ['10001', '0', 'x', '']) {
      const again = await visitor.post(PATH, { ...form, amount });
      assert.equal(again.statusCode, 400);
      assert.match(readText(again), /Enter a whole number from 1 to 10,000\./);
    }
    const wrong = await visitor.post(PATH, { ...form, ask_above: 'x' });
    assert.equal(wrong.statusCode, 400);
    assert.match(readText(wrong), /Enter a whole number from 0 to /);
    const chosen = { amount: '9,000', ask_above: '300' };
    const tricks = { limit: 'none', interval: 'day', connection_end: 'never', ...chosen };
    returned(await visitor.post(PATH, { ...form, ...tricks }));
    const [app] = await appsOf(visitor);
    assert.equal(app?.expiresAt?.getTime(), expiresAt * 1000);
    const limits = await budgets.readBudgets(visitor.api.user.id, [app?.id ?? ''], new Date());
    const limit = limits.get(app?.id ?? '');
    const { limitSat, interval, askAboveSat } = limit ?? {};
    assert.deepEqual([limitSat, interval, askAboveSat], [9000n, 'week', 300n]);
  });

  test('where the app names no limit, its user chooses one, or none', async () => {
    const visitor = await world.addVisitor();
    const { form } = await fill(visitor);
    for (const wrong of [{ limit: '' }, { amount: 'x' }, { interval: 'x' }]) {
      const again = await visitor.post(PATH, { ...form, ...wrong });
      assert.equal(again.statusCode, 400);
      assert.match(readText(again), /Nothing is allowed yet/);
    }
    const noEnd = await visitor.post(PATH, { ...form, connection_end: '' });
    assert.match(readText(noEnd), /Choose when it ends/);
    returned(await visitor.post(PATH, { ...form, limit: 'none', connection_end: 'never' }));
    const [app] = await appsOf(visitor);
    assert.equal(app?.expiresAt, null);
    const limits = await budgets.readBudgets(visitor.api.user.id, [app?.id ?? ''], new Date());
    assert.equal(limits.size, 0);
  });
});
