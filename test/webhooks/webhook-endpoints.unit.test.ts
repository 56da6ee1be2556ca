import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { addressRules } from '../../src/base/address-rules.ts';
import { newUuid } from '../../src/base/id.ts';
import { renderHtml } from '../../src/i18n/html.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { type Delivery, messageIdOf, readMessageId } from '../../src/webhooks/delivery.ts';
import { DELIVERY_ERROR_CLASSES } from '../../src/webhooks/delivery-result.ts';
import { newEndpointId } from '../../src/webhooks/endpoint.ts';
import { checkEndpoint } from '../../src/webhooks/endpoint-rules.ts';
import { notifyAfterRequest } from '../../src/webhooks/notify-after-request.ts';
import { deliveryLog } from '../../src/webhooks/pages/delivery-log.ts';
import { readIsoTime } from '../../src/webhooks/routes/delivery-query.ts';
import { presentDeliveryDetail } from '../../src/webhooks/routes/present-delivery.ts';
import { answerWebhookRefusal } from '../../src/webhooks/routes/webhook-errors.ts';
import { describeFailure } from '../../src/webhooks/routes/webhook-words.ts';
import { renderSampleEvent } from '../../src/webhooks/sample-event.ts';
import { newSigningSecret } from '../../src/webhooks/signing-secret.ts';
import { checkProperty } from '../support/check-property.ts';
import { englishTexts } from '../support/english-texts.ts';
import { NOW } from '../support/money-model/events.ts';

describe('names and secrets of webhooks', () => {
  test('W9 ids hold no dot, and lead back to the record', () => {
    checkProperty(
      fc.property(fc.uuid(), (id) => {
        const messageId = messageIdOf(id);
        assert.match(messageId, /^msg_[0-9a-f]{32}$/);
        assert.equal(readMessageId(messageId), id);
      }),
    );
    const id = messageIdOf(newUuid(systemClock, systemRandom));
    for (const text of ['', 'x', id.slice(1), `${id}0`, id.toUpperCase(), `${id}\n`, ` ${id}`]) {
      assert.equal(readMessageId(text), null, text);
    }
  });

  test('W10 secrets and ids are unique, and of the usual alphabet', () => {
    const secrets = Array.from({ length: 1000 }, () => newSigningSecret(systemRandom));
    const ids = Array.from({ length: 1000 }, () => newEndpointId(systemRandom));
    assert.equal(new Set(secrets).size, 1000);
    assert.equal(new Set(ids).size, 1000);
    for (const secret of secrets) {
      assert.match(secret, /^whsec_[A-Za-z0-9+/]{32}$/);
      assert.equal(Buffer.from(secret.slice('whsec_'.length), 'base64').length, 24);
    }
    for (const id of ids) assert.match(id, /^ep_[A-Za-z0-9]{27}$/);
  });
});

describe('what an endpoint may be', () => {
  const rules = { addresses: addressRules([]), ownUrls: ['https://wallet.example'] };
  const url = 'https://shop.example/hook';

  test('what is not asked for is not judged', () => {
    const nothing = { url: null, description: null, filterTypes: null };
    assert.deepEqual(checkEndpoint(nothing, rules), { ok: true, value: nothing });
  });

  test('W67 W68 every complaint is told, whatever comes', () => {
    checkProperty(
      fc.property(fc.string(), fc.array(fc.string()), (text, filterTypes) => {
        const checked = checkEndpoint({ url: text, description: text, filterTypes }, rules);
        assert(!checked.ok);
        assert.equal(checked.refusal.length, 2);
        assert(checked.refusal.every(({ message }) => /^(url|filter_types) [^\n]*$/.test(message)));
      }),
    );
  });

  test('W53 an address of this service is no endpoint', () => {
    const own = { url: 'https://wallet.example/hook', description: null, filterTypes: null };
    assert.equal(checkEndpoint(own, rules).ok, false);
    assert.equal(checkEndpoint({ ...own, url }, rules).ok, true);
  });
});

test('W61 what cannot be done is said in a sentence', () => {
  assert.deepEqual(answerWebhookRefusal({ kind: 'sent_too_often', max: 1000 }), {
    kind: 'complained',
    complaints: ['it was already sent 1000 times, and cannot be sent more often'],
  });
});

describe('what users read of deliveries', () => {
  const delivery: Delivery = {
    messageId: 'msg_1',
    eventType: 'invoice.incoming.settled',
    isTest: false,
    paymentHash: 'ab',
    state: 'exhausted',
    attempts: 2,
    nextAt: null,
    lastStatus: null,
    isBeingSent: false,
    lastError: 'blocked',
    createdAt: NOW,
    doneAt: NOW,
  };

  test('W65 why there was no connection is not told', () => {
    const [first, ...others] = ['connection', 'dns', 'tls', 'blocked'].map(describeFailure);
    assert.equal(first, 'no connection could be made');
    for (const other of others) assert.equal(other, first);
    assert.equal(describeFailure(null), null);
    for (const errorClass of DELIVERY_ERROR_CLASSES) {
      assert.notEqual(describeFailure(errorClass), errorClass);
    }
  });

  test('only a test event is called one, of whatever the message is', () => {
    const isCalledTest = (changed: Partial<Delivery>): boolean => {
      const deliveries = [{ ...delivery, ...changed }];
      const input = { state: null, search: '', before: null };
      const log = { input, path: '/', deliveries, hasOlder: false, isBadSearch: false };
      return renderHtml(deliveryLog(englishTexts(), log)).includes('Test event');
    };
    assert.equal(isCalledTest({}), false);
    assert.equal(isCalledTest({ paymentHash: null }), false);
    assert.equal(isCalledTest({ paymentHash: null, isTest: true }), true);
  });

  test('W65 a log of attempts tells no more than that', () => {
    const attempt = { isManual: false, startedAt: NOW, durationMs: 3, responseExcerpt: null };
    const shown = presentDeliveryDetail({
      delivery,
      body: '{}',
      attempts: [
        { ...attempt, number: 2, status: null, errorClass: 'blocked' },
        { ...attempt, number: 1, status: 500, errorClass: null, isManual: true },
      ],
    });
    assert(!JSON.stringify(shown).includes('blocked'));
    assert.equal(shown.last_error, 'no connection could be made');
    const times = { started_at: NOW.toISOString(), duration_ms: 3, response_excerpt: null };
    assert.deepEqual(shown.attempt_log, [
      { number: 2, manual: false, ...times, status: null, error: 'no connection could be made' },
      { number: 1, manual: true, ...times, status: 500, error: null },
    ]);
  });
});

test('a test record says what it is, and no two are alike', () => {
  const parts = { clock: systemClock, random: systemRandom };
  const node = { pubkey: `02${'ab'.repeat(32)}`, alias: 'node', network: 'regtest' } as const;
  for (const direction of ['incoming', 'outgoing'] as const) {
    const [one, other] = [1, 2].map(() =>
      JSON.parse(renderSampleEvent(parts, `invoice.${direction}.settled`, node)),
    );
    assert.equal(one.memo, 'Test event');
    assert.equal(one.type, direction);
    assert.equal(one.state, 'SETTLED');
    assert.deepEqual(one.metadata, direction === 'incoming' ? { test: true } : null);
    for (const name of ['payment_hash', 'identifier', 'preimage']) {
      assert.notEqual(one[name], other[name]);
    }
  }
});

test('a time without its distance from UTC is none', () => {
  assert.equal(readIsoTime('2026-03-01T12:00:00Z')?.getTime(), NOW.getTime());
  assert.equal(readIsoTime('2026-03-01T14:00+02:00')?.getTime(), NOW.getTime());
  assert.equal(readIsoTime('2026-03-01T12:00:00.123456789Z')?.getTime(), NOW.getTime() + 123);
  for (const text of ['2026-03-01', '2026-03-01T12:00:00', '2026-02-30T99:00:00Z', '1772366400']) {
    assert.equal(readIsoTime(text), null, text);
  }
});

test('a requested message wakes the sender once it is written', async () => {
  const done: string[] = [];
  const answer = async <T>(what: T): Promise<T> => {
    done.push(String(what));
    return what;
  };
  const log = notifyAfterRequest(
    {
      list: async () => answer(null),
      find: async () => answer(null),
      replay: async () => answer('replayed' as const),
      recover: async () => answer(3),
      sendTest: async () => answer('sent' as const),
    },
    { notify: () => void done.push('notified'), wait: async () => undefined },
  );
  const owner = { userId: 'user', clientId: null, grantId: null };
  const key = { endpointId: 'ep', messageId: 'msg' };
  await log.list(owner, { ...key, state: null, paymentHash: null, before: null, limit: 1 });
  await log.find(owner, key);
  assert.equal(await log.replay(owner, key), 'replayed');
  assert.equal(await log.recover(owner, { endpointId: 'ep', since: NOW, limit: 9 }), 3);
  const event = { eventType: 'invoice.incoming.settled' as const, body: '{}' };
  assert.equal(await log.sendTest(owner, { ...key, ...event }), 'sent');
  assert.deepEqual(done, [
    'null',
    'null',
    'replayed',
    'notified',
    '3',
    'notified',
    'sent',
    'notified',
  ]);
});
