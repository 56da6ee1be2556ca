import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { ALL_SCOPES } from '../../src/access/scope.ts';
import { eventually } from '../support/eventually.ts';
import { type FakeSvix, startFakeSvix } from '../support/fake-svix.ts';
import { numberField, textField } from '../support/fields.ts';
import { type RunningService, startService } from '../support/running-service.ts';

const EMAIL = 'ann@example.com';
const TOKEN = 'testsk_scenario';
const LEASE_LIMIT_MS = 90_000;

/** The whole program, set to a Svix server. */
describe('a service that hands its webhooks to Svix', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let svix: FakeSvix;
  let service: RunningService;
  let token: string;
  let endpointId: string;
  let secret: string;

  before(async () => {
    svix = await startFakeSvix('both', TOKEN);
    cleanups.push(() => svix.close());
    service = await startService({ SATCHEL_SVIX_URL: svix.url, SATCHEL_SVIX_TOKEN: TOKEN });
    cleanups.push(() => service.dispose());
    await service.cli('user', 'add', '--email', EMAIL, '--password', 'correct horse');
    const scopes = ALL_SCOPES.join(' ');
    token = textField(
      await service.cli('token', 'add', '--user', EMAIL, '--scopes', scopes),
      'token',
    );
    const made = await call('POST', '/webhook_endpoints', {
      url: 'https://shop.example/hook',
      description: 'the shop',
      filter_types: ['invoice.incoming.settled'],
    });
    endpointId = textField(made, 'id');
    secret = textField(made, 'endpoint_secret');
  });
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
    assert(!service.output().includes(TOKEN), 'the token is in no log');
  });

  const call = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
  ): Promise<unknown> => {
    const answer = await request(`${service.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    assert(answer.statusCode < 300, text);
    return text === '' ? null : JSON.parse(text);
  };
  const receive = async (amount: number): Promise<string> => {
    const invoice = await call('POST', '/invoices', { amount });
    const bolt11 = textField(invoice, 'payment_request');
    assert((await (await service.outside()).pay({ bolt11 })).ok);
    return textField(invoice, 'payment_hash');
  };
  const published = (): readonly string[] =>
    [...(svix.apps.get(`_${endpointId}`)?.messages.values() ?? [])].map(({ payload }) =>
      textField(JSON.parse(payload), 'payment_hash'),
    );

  test('W70 W78 an endpoint that was made over the API gets what settles, with its own secret', async () => {
    const hash = await receive(1000);
    await eventually('the message', async () => (published().length > 0 ? true : null));
    assert.deepEqual(published(), [hash]);
    const endpoint = svix.apps.get(`_${endpointId}`)?.endpoints.get(`_${endpointId}`);
    assert.deepEqual(
      [endpoint?.url, endpoint?.description, endpoint?.secret, endpoint?.types],
      ['https://shop.example/hook', 'the shop', secret, ['invoice.incoming.settled']],
    );
  });

  test('W73 what settles while the server is away is there after it, over a kill too', async () => {
    svix.intercept = () => ({ status: 503 });
    const hash = await receive(2000);
    await eventually('an attempt that was noted', async () => {
      const log = await call('GET', `/webhook_endpoints/${endpointId}/deliveries?items=1`);
      return JSON.stringify(log).includes('503') ? true : null;
    });
    await service.end('SIGKILL');
    svix.intercept = () => undefined;
    await service.start();
    const other = await receive(3000);
    // What the killed process had in its hands is leased for a minute.
    await eventually('both', async () => (published().length === 3 ? true : null), LEASE_LIMIT_MS);
    assert.deepEqual(new Set(published().slice(1)), new Set([hash, other]));
  });

  test('W77 an endpoint that is deleted over the API is removed there', async () => {
    await call('DELETE', `/webhook_endpoints/${endpointId}`);
    await eventually('its removal', async () => (svix.apps.size === 0 ? true : null));
    assert.equal(numberField(await service.cli('jobs', 'list'), 'parked'), 0);
  });
});
