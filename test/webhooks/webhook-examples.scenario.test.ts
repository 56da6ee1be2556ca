import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { verifyWebhook } from '../../docs/examples/webhooks/verify.ts';
import { ROUTES } from '../../src/app/http/routes.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { newSigningSecret } from '../../src/webhooks/signing-secret.ts';
import { deliver, MESSAGE_ID, RECORD, type TestDelivery } from '../support/deliver.ts';
import { eventually } from '../support/eventually.ts';
import { openReceiver, openSender, postTo } from '../support/webhook-post.ts';

const DOCS = new URL('../../docs/', import.meta.url).pathname;
const EXAMPLES = join(DOCS, 'examples/webhooks/');
const LIBRARIES = new URL('../node_modules', import.meta.url).pathname;
const secret = newSigningSecret(systemRandom);
const LINE = `incoming 21 sat ${'aa'.repeat(32)}`;

interface Program {
  readonly url: string;
  readonly output: () => string;
}

/** Starts a receiver of the documentation as it stands there, in a folder with its library. */
async function start(t: TestContext, command: string, file: string): Promise<Program> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-test-'));
  t.after(() => rm(folder, { recursive: true }));
  await cp(EXAMPLES, folder, { recursive: true });
  await symlink(LIBRARIES, join(folder, 'node_modules'));
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret, PORT: '0' };
  const child: ChildProcess = spawn(command, [join(folder, file)], { env });
  t.after(() => child.kill());
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const port = await eventually('it listens', () => {
    assert.equal(child.exitCode, null, output);
    return /"port":(\d+)/.exec(output)?.[1] ?? null;
  });
  return { url: `http://127.0.0.1:${port}/hook`, output: () => output };
}

test('the documentation names every operation, and its links lead somewhere', () => {
  const text = readFileSync(join(DOCS, 'webhooks.md'), 'utf8');
  const paths = ROUTES.filter(({ path }) => path.startsWith('/webhook_endpoints'));
  assert(paths.length >= 10);
  for (const { method, path } of paths) {
    const shown = `\`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}\``;
    assert(text.includes(shown), shown);
  }
  for (const [, link = ''] of text.matchAll(/\]\((?!http|#)([^)]+)\)/g)) {
    assert(existsSync(join(DOCS, link)), link);
  }
});

describe('receivers of the documentation', () => {
  const PROGRAMS = [
    [process.execPath, 'receiver.ts', true],
    [process.execPath, 'receiver-with-svix.ts', false],
    ['python3', 'receiver.py', true],
  ] as const;

  for (const [command, file, knowsDuplicates] of PROGRAMS) {
    test(`W1 W12 ${file} takes what is genuine and nothing else`, async (t) => {
      const program = await start(t, command, file);
      const send = async (delivery: Partial<TestDelivery> = {}): Promise<number | string> => {
        const result = await deliver(t, { url: program.url, secrets: [secret], ...delivery });
        return result.kind === 'answered' ? result.status : result.errorClass;
      };
      const other = newSigningSecret(systemRandom);
      const minutes = (count: number) => new Date(Date.now() + count * 60_000);

      assert.equal(await send(), 204, program.output());
      assert.equal(await send({ secrets: [other, secret], messageId: 'msg_2' }), 204);
      assert.equal(await send({ at: minutes(-4), messageId: 'msg_3' }), 204);
      assert.equal(await send({ secrets: [other], messageId: 'msg_4' }), 401);
      assert.equal(await send({ at: minutes(-6), messageId: 'msg_5' }), 401);
      assert.equal(await send({ at: minutes(6), messageId: 'msg_6' }), 401);
      const lines = () =>
        program
          .output()
          .split('\n')
          .filter((line) => line === LINE).length;
      await eventually('it has printed', () => (lines() === 3 ? true : null));

      assert.equal(await send(), 204, 'the same again is taken');
      assert.equal(await send({ messageId: 'msg_7' }), 204);
      await eventually('it has printed', () =>
        lines() === (knowsDuplicates ? 4 : 5) ? true : null,
      );

      const unsigned = await openSender(t).send(postTo(program.url, { body: RECORD }));
      assert.equal('status' in unsigned && unsigned.status, 401);
    });
  }

  test('M84 the check of the documentation refuses what was changed on the way', async (t) => {
    const receiver = await openReceiver(t);
    await deliver(t, { url: receiver.url, secrets: [secret] });
    const { headers, body } = receiver.requests[0] ?? assert.fail();
    assert.equal(verifyWebhook(secret, headers, body), MESSAGE_ID);
    const changed = (name: string, value: string) =>
      verifyWebhook(secret, { ...headers, [`webhook-${name}`]: value }, body);
    assert.equal(changed('id', 'msg_x'), null);
    assert.equal(changed('timestamp', ''), null);
    assert.equal(changed('timestamp', 'soon'), null);
    assert.equal(changed('signature', 'v1,'), null);
    assert.equal(changed('signature', `v2,${headers['webhook-signature']?.slice(3)}`), null);
    assert.equal(verifyWebhook(secret, headers, Buffer.from(`${body} `)), null);
    assert.equal(verifyWebhook(secret, {}, body), null);
    // Between the two there may be any others.
    const many = `v1a,abc v1,def ${headers['webhook-signature']}`;
    assert.equal(changed('signature', many), MESSAGE_ID);
  });
});
