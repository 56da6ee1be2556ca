import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_PAIRING_NAME_LENGTH, MAX_PAIRING_STATE_LENGTH } from '../../src/apps/limits.ts';
import { readPairingRequest } from '../../src/apps/nwc-keys/pairing-request.ts';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { APP_PUBKEY } from '../support/nwc/app-request.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const NOW_SEC = NOW.getTime() / 1000;

const read = (given: Readonly<Record<string, string>>) => {
  const all: Readonly<Record<string, string>> = { pubkey: APP_PUBKEY, ...given };
  return readPairingRequest({ text: (name) => all[name] ?? '' }, NOW);
};

const accepted = (given: Readonly<Record<string, string>> = {}) => {
  const asked = read(given);
  return asked.ok ? asked.value : assert.fail(asked.refusal.kind);
};

const refused = (given: Readonly<Record<string, string>>) => {
  const asked = read(given);
  return asked.ok ? assert.fail('it is refused') : asked.refusal;
};

describe('44: an app that asks with a key of its own', () => {
  test('may leave out all but the key: then it asks for all', () => {
    assert.deepEqual(accepted(), {
      pubkey: APP_PUBKEY,
      name: '',
      scopes: ALL_SCOPES,
      expiresAt: null,
      most: null,
      interval: null,
      returnTo: null,
      opener: null,
      state: null,
    });
  });

  for (const [what, pubkey] of [
    ['none', ''],
    ['upper case', APP_PUBKEY.toUpperCase()],
    ['65 characters', `${APP_PUBKEY}a`],
    ['63 characters', APP_PUBKEY.slice(1)],
    ['other letters', `${APP_PUBKEY.slice(1)}g`],
    ['zero', '0'.repeat(64)],
    ['beyond the field', 'f'.repeat(64)],
    // 5³ + 7 is no square.
    ['no point of the curve', '5'.padStart(64, '0')],
  ] as const) {
    test(`has a key: ${what}`, () => assert.equal(refused({ pubkey }).kind, 'bad_key'));
  }

  for (const [methods, notifications, scopes] of [
    ['get_balance', '', 'balance:read'],
    ['get_info', '', 'account:read'],
    ['get_budget', '', 'account:read'],
    ['pay_invoice lookup_invoice', '', 'payments:send'],
    ['pay_keysend,get_balance', '', 'balance:read payments:send'],
    ['make_invoice lookup_invoice', '', 'invoices:create'],
    ['lookup_invoice', '', 'invoices:read transactions:read'],
    ['list_transactions', '', 'invoices:read transactions:read'],
    ['make_invoice notifications', 'payment_received', 'invoices:create invoices:read'],
    ['', 'payment_sent hold_invoice_accepted', 'transactions:read'],
  ] as const) {
    test(`gets no more than it needs for “${methods}” and “${notifications}”`, () => {
      const asked = accepted({ request_methods: methods, notification_types: notifications });
      assert.equal(asked.scopes.join(' '), scopes);
    });
  }

  test('gets what it can do without where this wallet has it', () => {
    const asked = accepted({
      request_methods: 'get_balance',
      optional_request_methods: 'make_invoice multi_pay_invoice',
    });
    assert.equal(asked.scopes.join(' '), 'balance:read invoices:create');
    const optional = accepted({ optional_request_methods: 'make_invoice' });
    assert.equal(optional.scopes.join(' '), 'invoices:create');
  });

  test('is refused where it needs what this wallet has not', () => {
    assert.deepEqual(refused({ request_methods: 'pay_invoice multi_pay_invoice sign_message' }), {
      kind: 'unknown_methods',
      methods: ['multi_pay_invoice', 'sign_message'],
    });
    for (const isolated of ['true', '1', 'yes']) {
      assert.equal(refused({ isolated }).kind, 'own_balance');
    }
    for (const isolated of ['', 'false']) assert.equal(accepted({ isolated }).name, '');
  });

  for (const [amount, renewal, most] of [
    ['10000000', 'monthly', [10_000n, 'month']],
    ['1999', 'daily', [1n, 'day']],
    ['5000', '', [5n, 'ever']],
    ['5000', 'never', [5n, 'ever']],
    ['999999999999999999', 'yearly', [999_999_999_999_999n, 'year']],
  ] as const) {
    test(`names the most that it wants to spend: ${amount} msat ${renewal}`, () => {
      const asked = accepted({ max_amount: amount, budget_renewal: renewal });
      assert.deepEqual([asked.most?.limitSat, asked.most?.interval], most);
    });
  }

  test('names how often a limit renews in either way, and the newer word counts', () => {
    assert.equal(accepted({ budget_renewal: 'weekly' }).interval, 'week');
    const both = { budget_renewal: 'daily', renewal_period: 'weekly', max_amount: '1000' };
    assert.equal(accepted(both).most?.interval, 'week');
    assert.equal(refused({ renewal_period: 'hourly' }).kind, 'bad_interval');
  });

  for (const amount of ['0', '999', '-1', '1.5', '1e9', 'x', '1'.padEnd(19, '0')]) {
    test(`names a limit that is one: ${amount}`, () =>
      assert.equal(refused({ max_amount: amount }).kind, 'bad_limit'));
  }

  test('names an end that is ahead', () => {
    const asked = accepted({ expires_at: String(NOW_SEC + 1) });
    assert.equal(asked.expiresAt?.getTime(), NOW.getTime() + 1000);
    assert.equal(refused({ expires_at: String(NOW_SEC) }).kind, 'past_end');
    for (const bad of ['x', '-1', '1.5', '1'.padEnd(12, '0')]) {
      assert.equal(refused({ expires_at: bad }).kind, 'bad_end');
    }
  });

  for (const address of [
    'javascript:alert(1)',
    'data:text/html,x',
    'http://app.example/',
    'https://app.example/#x',
    'https://ann@app.example/',
    'https://10.0.0.1/',
    '//app.example',
    'app.example',
    'app://back',
    'https://app.example/ x',
  ]) {
    test(`leads nowhere but to websites: ${address}`, () =>
      assert.deepEqual(refused({ return_to: address }), { kind: 'bad_return', address }));
  }

  test('says where to, by whom it was opened and what it wants back', () => {
    const given = {
      name: ' Zap Reader ',
      return_to: 'https://app.example/back?x=1',
      opener: 'https://app.example/some/page?x',
      state: 'ab cd%20&=',
    };
    const { name, returnTo, opener, state } = accepted(given);
    assert.deepEqual(
      [name, returnTo, opener, state],
      ['Zap Reader', given.return_to, 'https://app.example', given.state],
    );
    assert.equal(accepted({ opener: 'javascript:alert(1)' }).opener, null);
    assert.equal(accepted({ opener: 'null' }).opener, null);
    assert.equal(refused({ state: 'x'.repeat(MAX_PAIRING_STATE_LENGTH + 1) }).kind, 'bad_state');
    assert.equal(refused({ state: 'a\u0001' }).kind, 'bad_state');
    assert.equal(refused({ name: 'a\u202eb' }).kind, 'bad_name');
    assert.equal(refused({ name: 'Ann · ann@shop.example' }).kind, 'bad_name');
    const long = accepted({ name: 'n'.repeat(1000) });
    assert.equal(long.name.length, MAX_PAIRING_NAME_LENGTH);
  });
});
