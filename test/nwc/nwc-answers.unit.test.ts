import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { verifyEvent } from 'nostr-tools/pure';
import type { NostrEvent } from '../../src/nostr/event.ts';
import { type AnswerOrder, makeAnswerEvent } from '../../src/nwc/answer-event.ts';
import { makeNotificationEvent, notificationOf } from '../../src/nwc/notification-event.ts';
import { requestError } from '../../src/nwc/request-refusals.ts';
import type { Transaction } from '../../src/nwc/transaction.ts';
import { deriveIds } from '../../src/payments/planned-ids.ts';
import {
  APP_PUBKEY,
  appDecrypt,
  appRequest,
  NOW_SEC,
  WALLET_PUBKEY,
  walletSide,
} from '../support/nwc/app-request.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { testSeed } from '../support/seeds.ts';

const random = createSeededRandom(testSeed());

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
  const recordId = '7f1d9c34-0000-4000-8000-000000000001';
  const bookedAt = new Date(NOW_SEC * 1000 + 999);

  test('32 a notification, once in each scheme', () => {
    for (const [scheme, kind] of [
      ['nip44_v2', 23_197],
      ['nip04', 23_196],
    ] as const) {
      const event = makeNotificationEvent(walletSide(), {
        transaction,
        recordId,
        bookedAt,
        scheme,
      });
      assert.equal(isValid(event), true);
      assert.deepEqual([event.kind, event.tags], [kind, [['p', APP_PUBKEY]]]);
      assert.equal(event.created_at, NOW_SEC);
      assert.deepEqual(appDecrypt(event.content, scheme), {
        notification_type: 'payment_received',
        notification: transaction,
      });
    }
    assert.equal(notificationOf({ ...transaction, type: 'outgoing' }), 'payment_sent');
  });

  test('34 a record gives the same event whenever it is made, and no other record does', () => {
    for (const scheme of ['nip44_v2', 'nip04'] as const) {
      const one = { transaction, recordId, bookedAt, scheme };
      const event = makeNotificationEvent(walletSide(), one);
      assert.deepEqual(makeNotificationEvent(walletSide(), one), event);
      // Two receipts of one invoice, and what is said of one after an upgrade.
      const others = [
        { ...one, recordId: recordId.replace(/1$/, '2') },
        { ...one, transaction: { ...transaction, description: 'bread' } },
      ];
      for (const other of others) {
        const { id, content } = makeNotificationEvent(walletSide(), other);
        assert.notEqual(id, event.id);
        assert.notEqual(nonceIn(content), nonceIn(event.content));
      }
    }
  });
});

/** What stands in front of a text in NIP-44, and behind it in NIP-04. */
const nonceIn = (content: string): string =>
  content.split('?iv=')[1] ?? Buffer.from(content, 'base64').subarray(1, 33).toString('hex');

describe('ids that follow from a request', () => {
  const key = new Uint8Array(32).fill(6);
  const request = { id: 'ab'.repeat(32), createdAt: new Date(NOW_SEC * 1000) };

  test('17 the same request has the same, another or another service has others', () => {
    const ids = deriveIds(key, request);
    assert.deepEqual(deriveIds(key, request), ids);
    const others = [
      deriveIds(key, { ...request, id: 'ac'.repeat(32) }),
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
