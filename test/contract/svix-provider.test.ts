import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { Webhook } from 'svix';
import { systemClock } from '../../src/adapters/system-clock.ts';
import { systemRandom } from '../../src/adapters/system-random.ts';
import { createSendingChannel } from '../../src/usecases/webhooks/send-webhook.ts';
import { sealSigningSecret } from '../../src/usecases/webhooks/signing-secrets.ts';
import { createOutageWatch } from '../../src/webhook/own-outage.ts';
import type { WebhookPost } from '../../src/webhook/sender-port.ts';
import { newSigningSecret } from '../../src/webhook/signing-secret.ts';
import { type FakeSvix, startFakeSvix } from '../support/fake-svix.ts';
import { TOKEN } from '../support/svix-world.ts';
import { openProviderBench, type ProviderBench } from '../support/webhooks/provider-bench.ts';

const URL_OF_SHOP = 'https://shop.example/hook';

describe('webhooks through a Svix server', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let svix: FakeSvix;
  let bench: ProviderBench;
  let userId: string;
  let id: string;

  before(async () => {
    svix = await startFakeSvix('both', TOKEN);
    bench = await openProviderBench({ after: (fn) => cleanups.unshift(fn) }, svix);
  });
  beforeEach(async () => {
    svix.intercept = () => undefined;
    ({ userId, endpointId: id } = await bench.addReceiver(URL_OF_SHOP));
  });
  afterEach(async () => assert.deepEqual(await bench.findings(), []));
  after(async () => {
    for (const cleanup of cleanups) await cleanup();
    await svix.close();
  });

  const sql = () => bench.opened.database.sql;
  const owner = () => ({ userId, clientId: null, grantId: null });
  const appOf = (endpointId = id) => svix.apps.get(`_${endpointId}`);
  const told = (endpointId = id) => appOf(endpointId)?.endpoints.get(`_${endpointId}`);
  const messages = (endpointId = id) => [...(appOf(endpointId)?.messages ?? [])];
  const onPublish = (answer: ReturnType<FakeSvix['intercept']>) => {
    svix.intercept = ({ method, path }) =>
      method === 'POST' && path === `/app/_${id}/msg` ? answer : undefined;
  };
  const idsOf = async (endpointId = id): Promise<readonly string[]> => {
    const deliveries = await bench.log.list(owner(), {
      endpointId,
      state: null,
      paymentHash: null,
      before: null,
      limit: 100,
    });
    return (deliveries ?? []).map(({ messageId }) => messageId).toReversed();
  };

  test('W70 what settles is with the server once, as it is stored, when its endpoint is', async () => {
    await bench.settle(userId, 3);
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { succeeded: 3 });
    const bodies = await sql()<{ body: string }[]>`
      select body from settled_record where user_id = ${userId} order by seq`;
    assert.deepEqual(
      messages().map(([, { payload, eventType }]) => [payload, eventType]),
      bodies.map(({ body }) => [body, 'invoice.incoming.settled']),
    );
    assert.deepEqual(
      messages().map(([eventId]) => eventId),
      (await idsOf()).map((messageId) => `_${messageId}`),
    );
    assert.equal(told()?.secret, (await bench.secretsOf(id))[0]);
    await bench.deliver();
    assert.equal(messages().length, 3);
  });

  test('W70 changes are told before what settles after them', async () => {
    await bench.doJobs();
    await bench.edit(userId, id, { url: 'https://new.example/', description: 'moved' });
    await bench.settle(userId, 1);
    await bench.deliver();
    assert.deepEqual([told()?.url, told()?.description], ['https://new.example/', 'moved']);
    await bench.edit(userId, id, { isEnabled: false });
    await bench.doJobs();
    assert.equal(told()?.disabled, true);
    await bench.edit(userId, id, { isEnabled: true, filterTypes: ['invoice.outgoing.settled'] });
    await bench.doJobs();
    assert.deepEqual([told()?.disabled, told()?.types], [false, ['invoice.outgoing.settled']]);
    svix.takeCalls();
    await bench.doJobs();
    assert.deepEqual(svix.takeCalls(), [], 'nothing is told twice');
  });

  test('a new secret is told, and the old one for as long as it signs', async () => {
    await bench.doJobs();
    const [first] = await bench.secretsOf(id);
    const next = newSigningSecret(systemRandom);
    const at = systemClock.now();
    await bench.endpoints.rotateSecret(owner(), {
      id,
      at,
      maxOldSecrets: 10,
      oldUntil: new Date(at.getTime() + 3_600_000),
      sealedSecret: sealSigningSecret(bench.webhookKey, id, next, systemRandom),
      replaces: null,
    });
    await bench.doJobs();
    assert.equal(told()?.secret, next);
    const [old] = told()?.oldSecrets ?? [];
    assert.equal(old?.secret, first);
    assert((old?.graceSec ?? 0) > 3500 && (old?.graceSec ?? 0) <= 3600);
  });

  test('W72 a message whose acceptance was not seen is not sent twice', async () => {
    await bench.doJobs();
    await bench.settle(userId, 1);
    onPublish('cut after');
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { pending: 1 });
    assert.equal(messages().length, 1);
    svix.intercept = () => undefined;
    await bench.hurry();
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { succeeded: 1 });
    assert.deepEqual(messages()[0]?.[1].resentTo, []);
  });

  for (const [what, answer] of [
    ['has too much to do', { status: 429, headers: { 'retry-after': '1' } }],
    ['fails', { status: 503 }],
    ['cuts off', 'cut'],
    ['does not take the token', { status: 401 }],
  ] as const) {
    test(`W73 a server that ${what} loses nothing, however long`, async () => {
      const seen = bench.alarms.length;
      await bench.doJobs();
      await bench.settle(userId, 1);
      onPublish(answer);
      for (let round = 0; round < 12; round += 1) {
        await bench.deliver();
        await bench.hurry();
      }
      assert.deepEqual(await bench.states(id), { pending: 1 });
      assert.equal((await bench.attempts(id)).length, 12);
      const { consecutive_failures, state } = await bench.endpoint(id);
      assert.deepEqual([consecutive_failures, state], [0, 'active'], 'it is no fault of its own');
      await bench.deliver();
      const [row] = await sql()<{ sec: number }[]>`
        select extract(epoch from next_at - now())::float8 as sec from webhook_delivery
        where endpoint_id = ${id}`;
      assert((row?.sec ?? 0) > 60 && (row?.sec ?? 0) <= 300, 'again within minutes');
      svix.intercept = () => undefined;
      await bench.hurry();
      await bench.deliver();
      assert.deepEqual(await bench.states(id), { succeeded: 1 });
      assert.equal(messages().length, 1);
      const isAlarmed = bench.alarms.slice(seen).some(({ subject }) => subject === 'token');
      assert.equal(isAlarmed, what === 'does not take the token');
    });
  }

  test('W74 a server that has lost everything is told again, and then has what waits', async () => {
    await bench.doJobs();
    svix.forget();
    await bench.settle(userId, 2);
    await bench.deliver();
    await bench.hurry();
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { succeeded: 2 });
    assert.equal(messages().length, 2);
    assert.equal(told()?.secret, (await bench.secretsOf(id))[0]);
  });

  test('W75 what it will never take is set aside with an alarm; the rest goes on', async () => {
    await bench.doJobs();
    await bench.settle(userId, 1);
    const seen = bench.alarms.length;
    onPublish({ status: 422, body: { detail: 'too strange' } });
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { exhausted: 1 });
    const [messageId = ''] = await idsOf();
    assert.deepEqual(
      bench.alarms.slice(seen).map(({ kind, subject }) => [kind, subject]),
      [['webhook_provider_refuses', `${messageId} to ${id}`]],
    );
    assert.match(bench.alarms.at(-1)?.detail ?? '', /422.*too strange/);
    svix.intercept = () => undefined;
    await bench.settle(userId, 1);
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { exhausted: 1, succeeded: 1 });
    assert.equal(await bench.log.replay(owner(), { endpointId: id, messageId }), 'replayed');
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { succeeded: 2 });
  });

  test('a replay reaches its endpoint again', async () => {
    await bench.settle(userId, 1);
    await bench.deliver();
    const [messageId = ''] = await idsOf();
    await bench.log.replay(owner(), { endpointId: id, messageId });
    await bench.deliver();
    assert.deepEqual(messages()[0]?.[1].resentTo, [`_${id}`]);
    assert.equal(messages().length, 1);
  });

  test('W71 an endpoint whose filter the server does not keep gets nothing until it does', async () => {
    await bench.edit(userId, id, { filterTypes: ['invoice.incoming.settled'] });
    await bench.settle(userId, 1);
    svix.intercept = ({ method, path }) =>
      method === 'GET' && path.endsWith(`/endpoint/_${id}`)
        ? { status: 200, body: { disabled: false } }
        : undefined;
    const [error] = await bench.doJobs();
    assert.match(error ?? '', /another filter/);
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { pending: 1 });
    assert.equal(messages().length, 0);
    svix.intercept = () => undefined;
    await bench.hurry();
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { succeeded: 1 });
  });

  test('W76 dying after the server has the endpoint leaves no second one, and no lost one', async () => {
    const { noteTold } = bench.told;
    bench.told.noteTold = async () => Promise.reject(new Error('killed'));
    assert.deepEqual(await bench.doJobs(), ['killed']);
    assert(told() !== undefined);
    bench.told.noteTold = noteTold;
    assert.deepEqual(await bench.doJobs(), []);
    assert.equal(appOf()?.endpoints.size, 1);
    await bench.settle(userId, 1);
    await bench.deliver();
    assert.deepEqual(await bench.states(id), { succeeded: 1 });
  });

  test('W76 one that is deleted before the server’s answer was noted is removed there too', async () => {
    const { noteTold } = bench.told;
    bench.told.noteTold = async () => Promise.reject(new Error('killed'));
    await bench.doJobs();
    bench.told.noteTold = noteTold;
    await bench.endpoints.delete(owner(), id, systemClock.now());
    await bench.doJobs();
    assert.equal(appOf(), undefined);
  });

  test('W77 a deleted endpoint is removed there, also where it is gone already', async () => {
    const never = await bench.addEndpoint(userId, URL_OF_SHOP);
    await bench.endpoints.delete(owner(), never, systemClock.now());
    await bench.doJobs();
    await bench.endpoints.delete(owner(), id, systemClock.now());
    svix.apps.get(`_${id}`)?.endpoints.clear();
    svix.takeCalls();
    assert.deepEqual(await bench.doJobs(), []);
    assert.deepEqual(svix.takeCalls(), [`DELETE /app/_${id}`], 'he never heard of the other');
    svix.forget();
    assert.deepEqual(await bench.doJobs(), []);
    assert.deepEqual(svix.takeCalls(), []);
  });

  test('W79 with and without a provider endpoints keep their ids and secrets, and what waits', async () => {
    const posts: WebhookPost[] = [];
    const straight = createSendingChannel({
      clock: systemClock,
      webhookKey: bench.webhookKey,
      outage: createOutageWatch(),
      sender: {
        send: async (post) => {
          posts.push(post);
          const answer = { status: 200, retryAfter: null, control: null, excerpt: '' };
          return { kind: 'answered', ...answer, durationMs: 1 };
        },
      },
    });
    const [secret = ''] = await bench.secretsOf(id);
    const verifies = ({ body, headers }: WebhookPost) =>
      new Webhook(secret).verify(body, { ...headers });
    await bench.settle(userId, 1);
    await bench.deliver(straight);
    await bench.settle(userId, 1);
    await bench.deliver();
    assert.equal(messages().length, 1);
    assert.equal(told()?.secret, secret);
    onPublish({ status: 500 });
    await bench.settle(userId, 1);
    await bench.deliver();
    await bench.hurry();
    await bench.deliver(straight);
    assert.deepEqual(await bench.states(id), { succeeded: 3 });
    assert.deepEqual(
      posts.map(({ headers }) => headers['svix-id']),
      [(await idsOf())[0], (await idsOf())[2]],
    );
    for (const post of posts) assert.doesNotThrow(() => verifies(post));
    assert.deepEqual(await bench.secretsOf(id), [secret]);
  });
});
