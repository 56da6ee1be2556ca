import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import postgres from 'postgres';
import { field, textField } from '../support/fields.ts';
import { freePort, type RunningService, startService } from '../support/running-service.ts';
import { addExampleClient, addUserAgent, type UserAgent } from '../support/user-agent.ts';
import { untilPasses } from '../support/wallet-user.ts';

const EXAMPLES = new URL('../../docs/examples/', import.meta.url).pathname;
const EMAIL = 'ann@example.com';

/** The programs of the documentation, as they stand there; the one for browsers runs in a browser. */
describe('examples for app developers', () => {
  let service: RunningService;
  let user: UserAgent;
  /** Whose wallet the shop fills. */
  let buyer: UserAgent;
  const children: ChildProcess[] = [];

  before(async () => {
    service = await startService({ SATCHEL_WEBHOOK_ALLOW: '127.0.0.0/8' });
    user = await addUserAgent(service, EMAIL);
    buyer = await addUserAgent(service, 'bob@example.com');
  });
  after(async () => {
    for (const child of children) child.kill();
    await service.dispose();
  });

  function run(path: string, variables: Readonly<Record<string, string>>) {
    const env = { PATH: process.env['PATH'], SATCHEL_URL: service.baseUrl, ...variables };
    const child = spawn(process.execPath, [join(EXAMPLES, path)], { env, cwd: service.dataDir });
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    }
    const ended = once(child, 'exit').then(([status]) => Number(status));
    return { ended, output: () => output };
  }

  /** As if the time had passed of the access tokens that apps have now. */
  async function endAccessTokens(): Promise<void> {
    const owner = postgres(service.env['SATCHEL_MIGRATE_DATABASE_URL'] ?? '', { max: 1 });
    // A token is written once, and known by the time at which it was made.
    const { count } = await owner`
      with ended as (delete from access_token returning *)
      insert into access_token (token_hash, app_grant_id, generation, scopes, created_at,
        expires_at, family_id, resource)
      select token_hash, app_grant_id, generation, scopes, created_at - interval '1 ms', now(),
        family_id, resource from ended`;
    await owner.end();
    assert(count > 0, 'apps have some');
  }

  const printed = (program: { output(): string }, pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      void untilPasses(async () => {
        const found = pattern.exec(program.output())?.[1];
        assert(found !== undefined, program.output());
        resolve(found);
      }).catch(reject);
    });

  test('the web app connects, refreshes, is told of a payment and disconnects', async () => {
    const port = String(await freePort());
    const origin = `http://localhost:${port}`;
    const client = await addExampleClient(service, EMAIL, origin);
    const app = run('web-app/server.js', {
      PORT: port,
      CLIENT_ID: client.id,
      CLIENT_SECRET: client.secret,
    });
    await printed(app, /open (http:\S+)/);
    assert.match(await buyer.open(origin), /Connect your wallet/);
    assert.match(await buyer.allow(`${origin}/connect`), /Balance: 0 sat/);
    await endAccessTokens();
    assert.match(await buyer.open(origin), /Balance: 0 sat/, 'it has refreshed');
    const page = await buyer.post(`${origin}/invoice`);
    const [, bolt11 = ''] = /Pay this: <code>(ln\w+)/.exec(page) ?? [];
    assert((await (await service.simulator()).pay({ bolt11 })).ok);
    await untilPasses(async () => {
      assert.match(await buyer.open(`${origin}/invoice`), /Paid\. Thank you!/);
    });
    assert.doesNotMatch(app.output(), /no webhooks/);
    assert.match(await buyer.open(origin), /Balance: 21 sat/);
    const forged = await fetch(`${origin}/webhook/x`, { method: 'POST', body: '{}' });
    assert.equal(forged.status, 401);
    assert.match(await buyer.post(`${origin}/disconnect`), /Connect your wallet/);
    assert.match(await buyer.open(`${origin}/callback?code=x&state=y`), /does not match a request/);
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  });

  test('the web app learns of a payment without webhooks, too', async () => {
    const port = String(await freePort());
    const origin = `http://localhost:${port}`;
    const client = await addExampleClient(service, EMAIL, origin);
    const app = run('web-app/server.js', {
      PORT: port,
      CLIENT_ID: client.id,
      CLIENT_SECRET: client.secret,
      WEBHOOK_URL: 'http://192.0.2.1/webhook',
    });
    await printed(app, /open (http:\S+)/);
    await buyer.allow(`${origin}/connect`);
    assert.match(app.output(), /no webhooks: .*SATCHEL_WEBHOOK_ALLOW/);
    const page = await buyer.post(`${origin}/invoice`);
    const [, bolt11 = ''] = /Pay this: <code>(ln\w+)/.exec(page) ?? [];
    assert((await (await service.simulator()).pay({ bolt11 })).ok);
    await untilPasses(async () => {
      assert.match(await buyer.open(`${origin}/invoice`), /Paid\. Thank you!/);
    });
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  });

  test('the script asks once, and keeps its tokens to itself', async () => {
    const port = String(await freePort());
    const origin = `http://127.0.0.1:${port}`;
    const client = await addExampleClient(service, EMAIL, origin, '--public');
    const file = join(service.dataDir, 'token.json');
    const variables = { PORT: port, CLIENT_ID: client.id, TOKEN_FILE: file };
    const first = run('command-line/balance.js', variables);
    const address = await printed(first, /^(http\S+)$/m);
    assert.match(await user.allow(address), /You can close this window/);
    assert.equal(await first.ended, 0, first.output());
    assert.match(first.output(), /^0 sat$/m);
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    const before: unknown = JSON.parse(await readFile(file, 'utf8'));
    assert.equal(field(before, 'scope'), 'balance:read');

    await endAccessTokens();
    const second = run('command-line/balance.js', variables);
    assert.equal(await second.ended, 0);
    assert.equal(second.output(), '0 sat\n', 'nobody was asked again');
    const after: unknown = JSON.parse(await readFile(file, 'utf8'));
    assert.notEqual(textField(after, 'refresh_token'), textField(before, 'refresh_token'));
  });
});
