import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { Webhook } from 'svix';
import { EVENT_TYPES } from '../../src/webhook/delivery.ts';
import type { PublishedEndpoint } from '../../src/webhook/publisher-port.ts';
import { newSigningSecret } from '../../src/webhook/signing-secret.ts';
import type { Generation } from '../support/fake-svix.ts';
import {
  APP,
  ENDPOINT,
  endpointOf,
  faultOf,
  ID,
  INCOMING,
  keptBy,
  MESSAGE,
  random,
  SIGNAL,
  startSvix,
} from '../support/svix-world.ts';

const cleanups: (() => Promise<void>)[] = [];
after(async () => {
  for (const cleanup of cleanups) await cleanup();
});
const start = (generation: Generation = 'both') =>
  startSvix({ after: (fn) => cleanups.push(fn) }, generation);

for (const generation of ['filterTypes', 'both', 'eventTypes'] as const) {
  describe(`a server that knows ${generation}`, () => {
    test('W70 it gets the endpoint with our secret, id, state and text, and all events', async () => {
      const { svix, publisher } = await start(generation);
      const endpoint = endpointOf();
      await publisher.putEndpoint(endpoint, SIGNAL);
      assert.deepEqual(svix.takeCalls(), [
        'POST /app',
        `POST ${APP}/endpoint`,
        `GET ${ENDPOINT}/secret`,
        `GET ${ENDPOINT}`,
      ]);
      assert.deepEqual(keptBy(svix), {
        url: endpoint.url,
        description: 'the shop',
        disabled: false,
        types: null,
        secret: endpoint.secrets[0]?.secret,
        oldSecrets: [],
      });
      const made = svix.requests.find(({ path }) => path === `${APP}/endpoint`);
      assert(!made?.text.includes('Types'), 'an empty filter would be refused');
    });

    test('W70 W71 a filter is kept, whatever the server calls it, also through changes', async () => {
      const { svix, publisher } = await start(generation);
      await publisher.putEndpoint(endpointOf({ filterTypes: [INCOMING] }), SIGNAL);
      assert.deepEqual(keptBy(svix)?.types, [INCOMING]);
      const changed = endpointOf({ isNew: false, filterTypes: ['invoice.outgoing.settled'] });
      await publisher.putEndpoint(changed, SIGNAL);
      assert.deepEqual(keptBy(svix)?.types, ['invoice.outgoing.settled']);
      await publisher.putEndpoint({ ...changed, filterTypes: EVENT_TYPES }, SIGNAL);
      assert.equal(keptBy(svix)?.types, null);
    });

    test('W70 a message goes to the application of its endpoint, byte by byte', async () => {
      const { svix, publisher } = await start(generation);
      await publisher.putEndpoint(endpointOf(), SIGNAL);
      svix.takeCalls();
      await publisher.publish(MESSAGE, SIGNAL);
      assert.deepEqual(svix.takeCalls(), [`POST ${APP}/msg`]);
      const message = svix.apps.get(`_${ID}`)?.messages.get(`_${MESSAGE.messageId}`);
      assert.deepEqual(message, { eventType: INCOMING, payload: MESSAGE.body, resentTo: [] });
      const { query, headers } = svix.requests.at(-1) ?? {};
      assert.equal(query, 'with_content=false');
      assert.equal(headers?.['content-type'], 'application/json');
    });
  });
}

describe('what the server knows already', () => {
  test('W71 a server that keeps no filter by any name is not trusted with events', async () => {
    const { svix, publisher } = await start();
    svix.intercept = ({ method, path }) =>
      method === 'GET' && path === ENDPOINT
        ? { status: 200, body: { disabled: false } }
        : undefined;
    const fault = await faultOf(
      publisher.putEndpoint(endpointOf({ filterTypes: [INCOMING] }), SIGNAL),
    );
    assert.match(fault.message, /another filter/);
  });

  test('W76 an endpoint that was made and never noted is taken over', async () => {
    const { svix, publisher } = await start();
    const first = endpointOf();
    await publisher.putEndpoint(first, SIGNAL);
    svix.takeCalls();
    await publisher.putEndpoint(
      { ...first, url: 'https://new.example/', isEnabled: false },
      SIGNAL,
    );
    assert.deepEqual(svix.takeCalls(), [
      'POST /app',
      `POST ${APP}/endpoint`,
      `PATCH ${ENDPOINT}`,
      `GET ${ENDPOINT}/secret`,
      `GET ${ENDPOINT}`,
    ]);
    assert.equal(svix.apps.size, 1);
    assert.deepEqual(
      [keptBy(svix)?.url, keptBy(svix)?.disabled, keptBy(svix)?.secret],
      ['https://new.example/', true, first.secrets[0]?.secret],
    );
  });

  test('W76 each step may be the last that was seen', async () => {
    for (let step = 1; step <= 6; step += 1) {
      const { svix, publisher } = await start();
      const endpoint = endpointOf({ filterTypes: [INCOMING] });
      svix.intercept = () => (svix.requests.length === step ? 'cut after' : undefined);
      assert.equal(
        (await faultOf(publisher.putEndpoint(endpoint, SIGNAL))).answer.reason,
        'unavailable',
      );
      await publisher.putEndpoint(endpoint, SIGNAL);
      assert.deepEqual([svix.apps.size, keptBy(svix)?.types], [1, [INCOMING]]);
      assert.equal(keptBy(svix)?.secret, endpoint.secrets[0]?.secret);
      assert.deepEqual(keptBy(svix)?.oldSecrets, []);
    }
  });

  test('W74 an endpoint that the server has lost is made again', async () => {
    const { svix, publisher } = await start();
    const endpoint = endpointOf();
    await publisher.putEndpoint(endpoint, SIGNAL);
    svix.forget();
    assert.equal(
      (await faultOf(publisher.publish(MESSAGE, SIGNAL))).answer.reason,
      'unknown_endpoint',
    );
    await publisher.putEndpoint({ ...endpoint, isNew: false }, SIGNAL);
    await publisher.publish(MESSAGE, SIGNAL);
    assert.equal(keptBy(svix)?.secret, endpoint.secrets[0]?.secret);
  });

  test('a new secret replaces the one before, which signs on for its time', async () => {
    const { svix, publisher } = await start();
    const [first, second, third] = [1, 2, 3].map(() => newSigningSecret(random));
    assert(first !== undefined && second !== undefined && third !== undefined);
    const put = (secrets: PublishedEndpoint['secrets'], isNew = false) =>
      publisher.putEndpoint(endpointOf({ isNew, secrets }), SIGNAL);
    await put([{ secret: first, remainingSec: 0 }], true);
    const present = { secret: third, remainingSec: 0 };
    await put([
      { secret: first, remainingSec: 3600 },
      { secret: second, remainingSec: 9e9 },
      present,
    ]);
    assert.equal(keptBy(svix)?.secret, third);
    assert.deepEqual(keptBy(svix)?.oldSecrets, [
      { secret: first, graceSec: 3600 },
      { secret: second, graceSec: 604_800 },
    ]);
    await put([{ secret: second, remainingSec: 100 }, present]);
    assert.equal(keptBy(svix)?.oldSecrets.length, 2, 'nothing new, nothing rotated');
  });

  test('an endpoint that is told late brings the secrets that still sign', async () => {
    const { svix, publisher } = await start();
    const [old, present] = [newSigningSecret(random), newSigningSecret(random)];
    const secrets = [
      { secret: old, remainingSec: 60 },
      { secret: present, remainingSec: 0 },
    ];
    await publisher.putEndpoint(endpointOf({ secrets }), SIGNAL);
    assert.equal(keptBy(svix)?.secret, present);
    assert.deepEqual(keptBy(svix)?.oldSecrets, [{ secret: old, graceSec: 60 }]);
  });

  test('a secret that somebody changed over there is ours again', async () => {
    const { svix, publisher } = await start();
    const endpoint = endpointOf();
    await publisher.putEndpoint(endpoint, SIGNAL);
    const kept = keptBy(svix);
    assert(kept !== undefined);
    kept.secret = newSigningSecret(random);
    await publisher.putEndpoint({ ...endpoint, isNew: false }, SIGNAL);
    assert.equal(keptBy(svix)?.secret, endpoint.secrets[0]?.secret);
    assert.equal(keptBy(svix)?.oldSecrets[0]?.graceSec, 0);
  });

  test('W77 what is removed twice is gone', async () => {
    const { svix, publisher } = await start();
    await publisher.putEndpoint(endpointOf(), SIGNAL);
    await publisher.removeEndpoint(ID, SIGNAL);
    assert.equal(svix.apps.size, 0);
    svix.takeCalls();
    await publisher.removeEndpoint(ID, SIGNAL);
    assert.deepEqual(svix.takeCalls(), [`DELETE ${APP}`]);
  });

  test('W78 what the server signs with our secret verifies with it', async () => {
    const { svix, publisher } = await start();
    const endpoint = endpointOf();
    await publisher.putEndpoint(endpoint, SIGNAL);
    const at = new Date();
    const id = 'msg_of_theirs';
    const headers = {
      'svix-id': id,
      'svix-timestamp': String(Math.floor(at.getTime() / 1000)),
      'svix-signature': new Webhook(keptBy(svix)?.secret ?? '').sign(id, at, MESSAGE.body),
    };
    const ours = new Webhook(endpoint.secrets[0]?.secret ?? '');
    assert.doesNotThrow(() => ours.verify(MESSAGE.body, headers));
    assert.throws(() => ours.verify(`${MESSAGE.body} `, headers));
  });
});
