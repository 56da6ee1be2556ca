import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { NWCClient } from '@getalby/sdk/nwc';
import { nip47 } from 'nostr-tools';
import { verifyEvent } from 'nostr-tools/pure';
import { ALL_SCOPES, type Scope } from '../../src/access/scope.ts';
import { sat } from '../../src/base/amount.ts';
import { type NostrEvent, signEvent } from '../../src/nostr/event.ts';
import {
  type AnswerOrder,
  makeAnswerEvent,
  makeNotificationEvent,
  notificationOf,
} from '../../src/nwc/answer-event.ts';
import { writeConnectionUri } from '../../src/nwc/connection-uri.ts';
import { deriveIds } from '../../src/nwc/derived-ids.ts';
import { draftEmptyInfo, draftInfo, draftInfoDeletion } from '../../src/nwc/info-event.ts';
import {
  type ListDirection,
  listReach,
  lookupReach,
  permittedMethods,
  permittedNotifications,
} from '../../src/nwc/method.ts';
import { nwcError } from '../../src/nwc/nwc-error.ts';
import { type RequestRefusal, requestError } from '../../src/nwc/request-refusals.ts';
import type { Transaction } from '../../src/nwc/transaction.ts';
import {
  createInvoiceError,
  findInvoiceError,
  historyError,
  payError,
} from '../../src/nwc/wallet-errors.ts';
import type { PayRefusal } from '../../src/wallet/wallet-refusals.ts';
import {
  APP_PUBKEY,
  appDecrypt,
  appRequest,
  NOW_SEC,
  WALLET_KEY,
  WALLET_PUBKEY,
  walletSide,
} from '../support/nwc/app-request.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { testSeed } from '../support/seeds.ts';

const random = createSeededRandom(testSeed());
const scopes = (...names: readonly Scope[]): ReadonlySet<Scope> => new Set(names);
const ALL = scopes(...ALL_SCOPES);
const RECEIVE = scopes('invoices:create', 'invoices:read');
const SECRET = '1f'.repeat(32);

describe('what a connection may do', () => {
  for (const [what, granted, methods, notifications] of [
    [
      'everything',
      ALL,
      'get_info get_balance get_budget make_invoice pay_invoice pay_keysend lookup_invoice list_transactions',
      'payment_received payment_sent',
    ],
    ['nothing', scopes(), 'get_info get_budget', ''],
    [
      '28 receive only: no method that pays',
      RECEIVE,
      'get_info get_budget make_invoice lookup_invoice list_transactions',
      'payment_received',
    ],
    [
      '28 pay alone',
      scopes('payments:send'),
      'get_info get_budget pay_invoice pay_keysend lookup_invoice',
      '',
    ],
    [
      'make alone',
      scopes('invoices:create'),
      'get_info get_budget make_invoice lookup_invoice',
      '',
    ],
    [
      'read payments alone',
      scopes('transactions:read'),
      'get_info get_budget lookup_invoice list_transactions',
      'payment_sent',
    ],
    [
      'the balance alone',
      scopes('balance:read', 'account:read'),
      'get_info get_balance get_budget',
      '',
    ],
  ] as const) {
    test(what, () => {
      assert.equal(permittedMethods(granted).join(' '), methods);
      assert.equal(permittedNotifications(granted).join(' '), notifications);
    });
  }

  test('a look-up finds what its connection made, whatever else it may read', () => {
    assert.deepEqual(lookupReach(scopes('payments:send')), { incoming: 'own', outgoing: 'own' });
    assert.deepEqual(lookupReach(RECEIVE), { incoming: 'all', outgoing: 'own' });
    assert.deepEqual(lookupReach(ALL), { incoming: 'all', outgoing: 'all' });
  });

  for (const [asked, granted, shown] of [
    ['both', ALL, 'both'],
    ['both', RECEIVE, 'incoming'],
    ['both', scopes('transactions:read'), 'outgoing'],
    ['incoming', ALL, 'incoming'],
    ['outgoing', ALL, 'outgoing'],
    ['outgoing', RECEIVE, null],
    ['incoming', scopes('transactions:read'), null],
    ['both', scopes('payments:send'), null],
  ] satisfies readonly (readonly [ListDirection, ReadonlySet<Scope>, ListDirection | null])[]) {
    test(`a list of ${asked} for ${[...granted].join(' ')}: ${shown ?? 'none'}`, () => {
      assert.equal(listReach(asked, granted), shown);
    });
  }
});

describe('the link of a connection', () => {
  const connection = {
    walletPubkey: WALLET_PUBKEY,
    relays: ['ws://127.0.0.1:3000/relay/', 'wss://other.example/a?b=c&d'],
    secret: SECRET,
    lud16: 'ann+tea@example.com',
  };
  const uri = writeConnectionUri(connection);

  test('43 is what the standard shows', () => {
    assert.equal(
      uri,
      `nostr+walletconnect://${WALLET_PUBKEY}?relay=ws%3A%2F%2F127.0.0.1%3A3000%2Frelay` +
        `&relay=wss%3A%2F%2Fother.example%2Fa%3Fb%3Dc%26d&secret=${SECRET}` +
        '&lud16=ann%2Btea%40example.com',
    );
  });

  test('43 the SDK and nostr-tools read it', () => {
    const relays = ['ws://127.0.0.1:3000/relay', 'wss://other.example/a?b=c&d'];
    const sdk = NWCClient.parseWalletConnectUrl(uri);
    assert.deepEqual(
      [sdk.walletPubkey, sdk.relayUrls, sdk.secret, sdk.lud16],
      [WALLET_PUBKEY, relays, SECRET, 'ann+tea@example.com'],
    );
    const read = nip47.parseConnectionString(uri);
    assert.deepEqual([read.pubkey, read.relays, read.secret], [WALLET_PUBKEY, relays, SECRET]);
  });

  test('43 no address is left out, and an upper-case key is a bug', () => {
    assert.ok(!writeConnectionUri({ ...connection, lud16: null }).includes('lud16'));
    for (const bad of [{ secret: 'AA'.repeat(32) }, { walletPubkey: 'x' }, { relays: [] }]) {
      assert.throws(() => writeConnectionUri({ ...connection, ...bad }));
    }
  });
});

describe('the info event', () => {
  const info = (granted: ReadonlySet<Scope>) =>
    draftInfo({
      clientPubkey: APP_PUBKEY,
      scopes: granted,
      schemes: ['nip44_v2', 'nip04'],
      createdAt: NOW_SEC,
    });

  test('28 names what is granted, and whom it is for', () => {
    assert.deepEqual(info(ALL), {
      kind: 13_194,
      created_at: NOW_SEC,
      content:
        'get_info get_balance get_budget make_invoice pay_invoice pay_keysend lookup_invoice ' +
        'list_transactions notifications',
      tags: [
        ['encryption', 'nip44_v2 nip04'],
        ['notifications', 'payment_received payment_sent'],
        ['extensions', '02 04 05 06'],
        ['p', APP_PUBKEY],
      ],
    });
  });

  test('28 of a connection that receives only, it names no method that pays', () => {
    const { content, tags } = info(RECEIVE);
    assert.equal(
      content,
      'get_info get_budget make_invoice lookup_invoice list_transactions notifications',
    );
    assert.deepEqual(tags.slice(1, 3), [
      ['notifications', 'payment_received'],
      ['extensions', '02 05 06'],
    ]);
  });

  test('28 without reading, no empty tag', () => {
    assert.deepEqual(info(scopes()).tags, [
      ['encryption', 'nip44_v2 nip04'],
      ['p', APP_PUBKEY],
    ]);
  });

  test('29 an ended key has an empty one, and a wish to forget it', () => {
    assert.equal(draftEmptyInfo(APP_PUBKEY, 5).content, '');
    const deletion = signEvent(draftInfoDeletion(WALLET_PUBKEY, 5), WALLET_KEY);
    assert.equal(isValid(deletion), true);
    assert.deepEqual(deletion.tags, [
      ['a', `13194:${WALLET_PUBKEY}:`],
      ['k', '13194'],
    ]);
  });
});

describe('answers', () => {
  const request = appRequest();
  const order: AnswerOrder = {
    request: { eventId: request.id, createdAt: NOW_SEC },
    scheme: 'nip44_v2',
    method: 'get_balance',
    answer: { ok: true, result: { balance: 1000 } },
    nowSec: NOW_SEC + 2,
  };
  const answer = (change: Partial<AnswerOrder>) =>
    makeAnswerEvent(walletSide(), { ...order, ...change }, random);

  for (const scheme of ['nip44_v2', 'nip04'] as const) {
    test(`21 an app reads the answer in ${scheme}`, () => {
      const event = answer({ scheme });
      assert.equal(isValid(event), true);
      assert.deepEqual(
        [event.kind, event.pubkey, event.created_at, event.tags],
        [
          23_195,
          WALLET_PUBKEY,
          NOW_SEC + 2,
          [
            ['p', APP_PUBKEY],
            ['e', request.id],
          ],
        ],
      );
      assert.deepEqual(appDecrypt(event.content, scheme), {
        result_type: 'get_balance',
        result: { balance: 1000 },
      });
    });
  }

  test('14 an answer is never older than its request', () => {
    const createdAt = NOW_SEC + 540;
    assert.equal(answer({ request: { eventId: request.id, createdAt } }).created_at, createdAt);
  });

  test('an error has no result, not even null', () => {
    const error = requestError({ kind: 'undecryptable' });
    const event = answer({ method: null, answer: { ok: false, error } });
    assert.deepEqual(appDecrypt(event.content, 'nip44_v2'), {
      result_type: 'unknown',
      error: { code: 'OTHER', message: 'the request could not be decrypted' },
    });
  });

  test('32 a notification, once in each scheme', () => {
    const transaction: Transaction = {
      type: 'incoming',
      state: 'settled',
      invoice: '',
      description: '',
      preimage: 'aa',
      payment_hash: 'bb',
      amount: 1000,
      fees_paid: 0,
      created_at: 1,
      settled_at: 2,
    };
    const type = notificationOf(transaction);
    for (const [scheme, kind] of [
      ['nip44_v2', 23_197],
      ['nip04', 23_196],
    ] as const) {
      const notified = { type, transaction, scheme, nowSec: NOW_SEC };
      const event = makeNotificationEvent(walletSide(), notified, random);
      assert.equal(isValid(event), true);
      assert.deepEqual([event.kind, event.tags], [kind, [['p', APP_PUBKEY]]]);
      assert.deepEqual(appDecrypt(event.content, scheme), {
        notification_type: 'payment_received',
        notification: transaction,
      });
    }
    assert.equal(notificationOf({ ...transaction, type: 'outgoing' }), 'payment_sent');
  });
});

describe('errors', () => {
  const CODES = new Set([
    'RATE_LIMITED',
    'NOT_IMPLEMENTED',
    'INSUFFICIENT_BALANCE',
    'QUOTA_EXCEEDED',
    'RESTRICTED',
    'UNAUTHORIZED',
    'INTERNAL',
    'UNSUPPORTED_ENCRYPTION',
    'PAYMENT_FAILED',
    'NOT_FOUND',
    'OTHER',
  ]);
  const AT = new Date('2030-01-01T00:00:00Z');
  const deed = { paymentId: 'p', isSettled: true };

  const exceeded: PayRefusal = {
    kind: 'budget_exceeded',
    limitSat: sat(100n),
    interval: 'day',
    leftSat: sat(10n),
    neededSat: sat(12n),
    resetsAt: AT,
  };
  const payments: readonly (readonly [PayRefusal, string | null, RegExp])[] = [
    [{ kind: 'payment_pending', paymentId: 'p' }, null, /./],
    [{ kind: 'insufficient_balance' }, 'INSUFFICIENT_BALANCE', /balance is too low/],
    [exceeded, 'QUOTA_EXCEEDED', /100 sat per day, 10 sat are left.* 12 sat.* renews at 2030/],
    [{ ...exceeded, interval: 'ever', resetsAt: null }, 'QUOTA_EXCEEDED', /in total.*not renew/],
    [{ kind: 'budget_expired', expiresAt: AT }, 'QUOTA_EXCEEDED', /expired at 2030-01-01/],
    [{ kind: 'too_many_open_payments' }, 'RATE_LIMITED', /too many/],
    [{ kind: 'bad_input', message: 'words' }, 'PAYMENT_FAILED', /^words$/],
    [{ kind: 'bad_bolt11', detail: 'words' }, 'PAYMENT_FAILED', /^words$/],
    [{ kind: 'invoice_not_payable', detail: 'words' }, 'PAYMENT_FAILED', /^words$/],
    [{ kind: 'payment_failed', reason: 'r', message: 'No way.' }, 'PAYMENT_FAILED', /^No way.$/],
    [{ kind: 'wrong_network', network: 'signet' }, 'PAYMENT_FAILED', /signet/],
    [{ kind: 'bad_custom_record', record: '5' }, 'PAYMENT_FAILED', /^5 is not/],
    [{ ...deed, kind: 'paid_by_other_grant' }, 'PAYMENT_FAILED', /was already paid by another/],
    [{ ...deed, kind: 'hash_paid_by_other_text' }, 'PAYMENT_FAILED', /another invoice/],
    [{ ...deed, kind: 'paid_by_other_grant', isSettled: false }, 'PAYMENT_FAILED', /is being paid/],
    [{ kind: 'amount_missing' }, 'PAYMENT_FAILED', /pass one/],
    [{ kind: 'amount_mismatch' }, 'PAYMENT_FAILED', /differs/],
    [{ kind: 'amount_too_large' }, 'PAYMENT_FAILED', /above/],
    [{ kind: 'not_our_invoice' }, 'PAYMENT_FAILED', /not created/],
    [{ kind: 'account_record_missing' }, 'PAYMENT_FAILED', /696969/],
    [{ kind: 'account_record_unknown' }, 'PAYMENT_FAILED', /696969/],
    [{ kind: 'bad_destination' }, 'PAYMENT_FAILED', /node/],
    [{ kind: 'invoice_expired' }, 'PAYMENT_FAILED', /expired/],
    [{ kind: 'invoice_settled' }, 'PAYMENT_FAILED', /already paid/],
    [{ kind: 'invoice_not_ready' }, 'PAYMENT_FAILED', /moment/],
    [{ kind: 'hash_in_use' }, 'PAYMENT_FAILED', /moment/],
    [{ kind: 'outside_payments_stopped' }, 'PAYMENT_FAILED', /stopped/],
    [{ kind: 'batch_item_cancelled' }, 'PAYMENT_FAILED', /nothing was paid/],
    [{ kind: 'idempotency_mismatch' }, 'INTERNAL', /another/],
  ];
  for (const [refusal, code, words] of payments) {
    test(`of a payment: ${refusal.kind}${'interval' in refusal ? ` ${refusal.interval}` : ''}`, () => {
      const error = payError(refusal);
      assert.equal(error?.code ?? null, code);
      if (error !== null) assert.match(error.message, words);
    });
  }

  test('of invoices, look-ups, lists and requests: codes of the standard alone', () => {
    const requests: readonly RequestRefusal[] = [
      { kind: 'unauthorized' },
      { kind: 'rate_limited' },
      { kind: 'unsupported_encryption' },
      { kind: 'undecryptable' },
      { kind: 'bad_body', message: 'words' },
      { kind: 'not_implemented', method: 'x' },
      { kind: 'bad_params', method: 'pay_keysend', message: 'words' },
      { kind: 'bad_params', method: 'list_transactions', message: 'words' },
      { kind: 'restricted', method: 'pay_invoice' },
      { kind: 'begun_too_late' },
    ];
    const errors = [
      ...requests.map(requestError),
      createInvoiceError({ kind: 'bad_input', message: 'words' }),
      createInvoiceError({ kind: 'currency_not_supported', currency: 'usd' }),
      createInvoiceError({ kind: 'amount_too_large' }),
      createInvoiceError({ kind: 'too_many_open_invoices' }),
      createInvoiceError({ kind: 'idempotency_mismatch' }),
      findInvoiceError({ kind: 'invoice_not_found' }),
      historyError({ kind: 'too_many_lists' }),
      historyError({ kind: 'unknown_identifier', identifier: 'x' }),
    ];
    assert.deepEqual(
      errors.map(({ code }) => code),
      [
        ...['UNAUTHORIZED', 'RATE_LIMITED', 'UNSUPPORTED_ENCRYPTION', 'OTHER', 'OTHER'],
        ...['NOT_IMPLEMENTED', 'PAYMENT_FAILED', 'OTHER', 'RESTRICTED', 'PAYMENT_FAILED'],
        ...['OTHER', 'OTHER', 'OTHER', 'RATE_LIMITED', 'INTERNAL'],
        ...['NOT_FOUND', 'RATE_LIMITED', 'OTHER'],
      ],
    );
    for (const { code, message } of errors) {
      assert.ok(CODES.has(code) && message !== '', code);
    }
  });

  test('words of strangers are cut and cleaned', () => {
    const { message } = nwcError('OTHER', `a\u0000${'💛'.repeat(1000)}`);
    assert.equal(message.length, 999);
    assert.ok(message.isWellFormed() && !message.includes('\u0000'));
  });
});

describe('ids that follow from a request', () => {
  const key = new Uint8Array(32).fill(6);
  const request = { eventId: 'ab'.repeat(32), createdAt: NOW_SEC };

  test('17 the same request has the same, another or another service has others', () => {
    const ids = deriveIds(key, request);
    assert.deepEqual(deriveIds(key, request), ids);
    const others = [
      deriveIds(key, { ...request, eventId: 'ac'.repeat(32) }),
      deriveIds(new Uint8Array(32).fill(7), request),
    ];
    for (const other of others) {
      assert.notEqual(other.paymentId, ids.paymentId);
      assert.notEqual(other.identifier, ids.identifier);
      assert.notEqual(other.preimage, ids.preimage);
    }
  });

  test('17 they are of the usual form, and stay as they are in later versions', () => {
    const ids = deriveIds(key, request);
    assert.deepEqual(ids, EXPECTED);
    assert.match(ids.paymentId, /^018bcfe5-6800-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    assert.match(ids.identifier, /^[A-Za-z0-9]{24}$/);
    assert.match(ids.preimage, /^[0-9a-f]{64}$/);
  });
});

/** Computed from HMAC in Python: a request may be repeated to a process of a later version. */
const EXPECTED = {
  paymentId: '018bcfe5-6800-781d-8e78-9d6ccd9c0b40',
  identifier: 'l3z1dIhwftVztjzDY3FTMyCS',
  preimage: 'f0067680b877ef68f605d327c7599ef94e3dd5e3293868ecaac233f94ced66ff',
};

/** Judged by nostr-tools. */
const isValid = (event: NostrEvent): boolean =>
  verifyEvent({ ...event, tags: event.tags.map((tag) => [...tag]) });
