import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { hexToBytes } from '../../src/base/hex.ts';
import { SERVICE_NODE } from '../../src/lightning/simulator-protocol/network-protocol.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { field, textField } from '../support/fields.ts';
import { basic, type Fields, formOf, VERIFIER } from '../support/oauth-world.ts';
import {
  databaseVariables,
  freePort,
  type RunningService,
  startService,
} from '../support/running-service.ts';
import {
  addExampleClient,
  addUserAgent,
  type ExampleClient,
  type UserAgent,
} from '../support/user-agent.ts';

const EMAIL = 'ann@example.com';
const AT_ONCE = 20;
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

/** Two services on one database, as behind a load balancer: whatever happens at both at once. */
describe('OAuth over two processes', () => {
  const cleanups: (() => Promise<void>)[] = [];
  let services: readonly [RunningService, RunningService];
  let user: UserAgent;
  let client: ExampleClient;
  let origin: string;

  before(async () => {
    const opened = await testDatabase({ after: (fn) => cleanups.push(fn) });
    const first = await startService(shared(opened));
    cleanups.push(() => first.dispose());
    const second = await startService({ ...shared(opened), ...(await nodeOf(first)) });
    cleanups.push(async () => {
      await second.end('SIGTERM');
      await rm(second.dataDir, { recursive: true });
    });
    services = [first, second];
    const callback = await startCallback();
    cleanups.push(async () => {
      callback.server.closeAllConnections();
      callback.server.close();
    });
    origin = callback.origin;
    user = await addUserAgent(first, EMAIL);
    client = await addExampleClient(first, EMAIL, origin);
  });
  after(async () => {
    for (const cleanup of cleanups.reverse()) await cleanup();
  });

  /** What the app gets at its callback. */
  async function authorize(): Promise<string> {
    const address = new URL(`${services[0].baseUrl}/oauth`);
    address.search = formOf({
      client_id: client.id,
      response_type: 'code',
      redirect_uri: `${origin}/callback`,
      scope: 'balance:read',
      code_challenge: CHALLENGE,
      code_challenge_method: 'S256',
    });
    const shown = await user.allow(address.href);
    return new URLSearchParams(shown).get('code') ?? '';
  }

  const exchangeOf = (code: string): Fields => ({
    grant_type: 'authorization_code',
    code,
    redirect_uri: `${origin}/callback`,
    code_verifier: VERIFIER,
  });
  const refreshOf = (body: unknown): Fields => ({
    grant_type: 'refresh_token',
    refresh_token: textField(body, 'refresh_token'),
  });

  async function askForTokens(at: RunningService, fields: Fields) {
    const answer = await request(`${at.baseUrl}/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: basic(client.id, client.secret),
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: formOf(fields),
    });
    const body: unknown = await answer.body.json();
    return { status: answer.statusCode, body };
  }

  const atBoth = (fields: Fields) =>
    Promise.all(
      Array.from({ length: AT_ONCE }, (_, index) =>
        askForTokens(index % 2 === 0 ? services[0] : services[1], fields),
      ),
    );

  async function statusOf(at: RunningService, body: unknown): Promise<number> {
    const headers = { authorization: `Bearer ${textField(body, 'access_token')}` };
    const answer = await request(`${at.baseUrl}/balance`, { headers });
    await answer.body.dump();
    return answer.statusCode;
  }

  test('D5 twenty refreshes of one token: one pair, which works at both', async () => {
    const { body: first } = await askForTokens(services[0], exchangeOf(await authorize()));
    const answers = await atBoth(refreshOf(first));
    const winners = answers.filter(({ status }) => status === 200);
    const losers = answers.filter(({ status }) => status === 400);
    assert.deepEqual([winners.length, losers.length], [1, AT_ONCE - 1]);
    for (const { body } of losers) {
      assert.equal(field(body, 'error'), 'invalid_grant');
      assert(textField(body, 'error_description') !== '');
    }
    for (const service of services) assert.equal(await statusOf(service, winners[0]?.body), 200);
    const next = await askForTokens(services[1], refreshOf(winners[0]?.body));
    assert.equal(next.status, 200);
  });

  test('D2 twenty redemptions of one code: at most one, and all is dead at both', async () => {
    const answers = await atBoth(exchangeOf(await authorize()));
    const winners = answers.filter(({ status }) => status === 200);
    assert(winners.length <= 1);
    for (const { status, body } of answers.filter((answer) => !winners.includes(answer))) {
      assert.deepEqual([status, field(body, 'error')], [400, 'invalid_grant']);
    }
    for (const { body } of winners) {
      for (const service of services) assert.equal(await statusOf(service, body), 401);
      const refreshed = await askForTokens(services[1], refreshOf(body));
      assert.equal(field(refreshed.body, 'error'), 'invalid_grant');
    }
  });

  test('what one process asks the user, the other may answer', async () => {
    const { body } = await askForTokens(services[1], exchangeOf(await authorize()));
    for (const service of services) assert.equal(await statusOf(service, body), 200);
    await services[1].cli('client', 'remove', client.id);
    for (const service of services) assert.equal(await statusOf(service, body), 401);
  });

  test('G3 nothing that was issued stands in what they print at level debug', async () => {
    // What the first run shows to its operator is no log.
    const printed = services
      .flatMap((service) => service.output().split('\n'))
      .filter((line) => line.startsWith('{'))
      .join('\n');
    assert(printed.includes('"route":"/oauth/token"'));
    assert.doesNotMatch(printed, /sat_(at|rt|ac|pat)_|code_verifier|Basic |satchel_authorization/);
    assert(!printed.includes(client.secret) && !printed.includes(VERIFIER));
  });
});

/** The callback of an app: shows what it was given. */
async function startCallback(): Promise<{ origin: string; server: Server }> {
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  const server = createServer(({ url = '' }, response) => {
    response.end(new URL(url, origin).search);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { origin, server };
}

const shared = (database: TestDatabase) => ({
  ...databaseVariables(database),
  SATCHEL_SECRET_KEY: 'ab'.repeat(32),
  SATCHEL_LOG_LEVEL: 'debug',
});

async function nodeOf(first: RunningService): Promise<Record<string, string>> {
  const nodes = await (await first.simulator()).nodes();
  assert(nodes.ok);
  const node = nodes.value.find(({ name }) => name === SERVICE_NODE);
  assert(node !== undefined);
  const file = join(first.dataDir, 'macaroon');
  await writeFile(file, hexToBytes(node.macaroonHex) ?? '');
  return {
    SATCHEL_LIGHTNING: 'lnd',
    SATCHEL_LND_REST_URL: node.restUrl,
    SATCHEL_LND_MACAROON_FILE: file,
  };
}
