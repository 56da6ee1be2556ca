import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { deliverWebhook } from '../../src/webhooks/deliver-webhook.ts';
import type { AnsweredResult, DeliveryResult } from '../../src/webhooks/delivery-result.ts';
import type { ClaimedDelivery } from '../../src/webhooks/delivery-store.ts';
import { createOutageWatch } from '../../src/webhooks/own-outage.ts';
import type { WebhookPost } from '../../src/webhooks/sender-port.ts';
import { newSigningSecret } from '../../src/webhooks/signing-secret.ts';
import { createSigningKeys, sealSigningSecret } from '../../src/webhooks/signing-secrets.ts';
import { createSeededRandom } from '../support/seeded-random.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const random = createSeededRandom(3);
const webhookKey = random.bytes(32);
const OK: AnsweredResult = {
  kind: 'answered',
  status: 200,
  retryAfter: null,
  control: null,
  excerpt: '',
  durationMs: 5,
};

const claimed = (more: Partial<ClaimedDelivery> = {}): ClaimedDelivery => ({
  endpointId: 'ep_1',
  deliveryId: 7n,
  number: 3,
  attemptsBefore: 2,
  userId: 'user',
  url: 'https://a.example/hook',
  origin: 'https://a.example',
  consecutiveFailures: 0,
  body: '{"amount":1}',
  messageId: '01a1ff4e-5d08-72b3-957f-6ed78fb3a810',
  eventType: 'invoice.incoming.settled',
  sealedSecrets: [sealSigningSecret(webhookKey, 'ep_1', newSigningSecret(random), random)],
  ...more,
});

function sendingWith(answer: DeliveryResult) {
  const clock = createVirtualClock();
  const posts: WebhookPost[] = [];
  const deps = {
    clock,
    random,
    signingKeys: createSigningKeys(webhookKey),
    outage: createOutageWatch(),
    sender: {
      send: async (post: WebhookPost) => {
        posts.push(post);
        return answer;
      },
    },
  };
  const deliver = (delivery: ClaimedDelivery, signal = new AbortController().signal) =>
    deliverWebhook(deps, delivery, signal);
  return { clock, posts, deliver };
}

describe('one attempt to deliver', () => {
  test('W13 the body goes out as it is stored, signed under the id of its record', async () => {
    const { posts, deliver } = sendingWith(OK);
    const attempt = await deliver(claimed());
    assert.deepEqual(
      [attempt?.next.kind, attempt?.sign, attempt?.disables],
      ['succeeded', 'succeeded', null],
    );
    assert.equal(posts[0]?.body, '{"amount":1}');
    assert.equal(posts[0]?.headers['webhook-id'], 'msg_01a1ff4e5d0872b3957f6ed78fb3a810');
    assert.equal(posts[0]?.headers['content-type'], 'application/json');
  });

  test('W3 with two secrets it bears two signatures', async () => {
    const { posts, deliver } = sendingWith(OK);
    const sealedSecrets = [1, 2].map(() =>
      sealSigningSecret(webhookKey, 'ep_1', newSigningSecret(random), random),
    );
    await deliver(claimed({ sealedSecrets }));
    assert.match(posts[0]?.headers['webhook-signature'] ?? '', /^v1,\S+ v1,\S+$/);
  });

  test('a secret that does not open sends nothing', async () => {
    const { posts, deliver } = sendingWith(OK);
    const foreign = sealSigningSecret(random.bytes(32), 'ep_1', 'whsec_x', random);
    const delivery = claimed();
    const sealedSecrets = [...delivery.sealedSecrets, foreign];
    await assert.rejects(deliver({ ...delivery, sealedSecrets }), /sealed under another key/);
    assert.deepEqual(posts, []);
  });

  test('W25 attempts from before the schedule restarted do not count', async () => {
    const { deliver } = sendingWith({ ...OK, status: 500 });
    const again = await deliver(claimed({ number: 20, attemptsBefore: 19 }));
    assert.ok(again?.next.kind === 'retry' && again.next.afterMs <= 6000);
    const last = await deliver(claimed({ number: 20, attemptsBefore: 12 }));
    assert.deepEqual([last?.next.kind, last?.sign], ['exhausted', 'exhausted']);
  });

  test('W28 W30 who wants nothing more says so by status or by header', async () => {
    const disablesOf = async (result: Partial<AnsweredResult>) =>
      (await sendingWith({ ...OK, ...result }).deliver(claimed()))?.disables;
    assert.equal(await disablesOf({ status: 410 }), 'gone');
    assert.equal(await disablesOf({ status: 200, control: 'disable' }), 'refused');
    assert.equal(await disablesOf({ status: 404 }), null);
    assert.equal(await disablesOf({ status: 500, control: 'abort-message' }), null);
  });

  test('W86 an attempt that we cut off ourselves tells nothing', async () => {
    const failed = { kind: 'failed', errorClass: 'timeout', durationMs: 1 } as const;
    assert.equal(await sendingWith(failed).deliver(claimed(), AbortSignal.abort()), null);
    const answered = await sendingWith(OK).deliver(claimed(), AbortSignal.abort());
    assert.equal(answered?.next.kind, 'succeeded', 'an answer that was there counts');
  });
});
