import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { asArray } from '../oracle/wallet-sdk-suite.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { field, numberField, textField, untilPasses } from '../support/wallet-user.ts';
import { createWebBrowser } from '../support/web-browser.ts';

const run = promisify(execFile);
const REPOSITORY = new URL('../..', import.meta.url).pathname;

const isCommand = (line: string): boolean => line.startsWith('curl ') || line.startsWith('node ');

const setUpLinks = (output: string): readonly string[] =>
  output.match(/http:\S+\/set-up\?token=[\w-]{43}/g) ?? [];

describe('the first run', () => {
  let service: RunningService;
  let lines: readonly string[];

  before(async () => {
    service = await startService({}, { database: 'embedded' });
    await untilPasses(async () => {
      lines = service.output().split('\n').filter(isCommand);
      assert.equal(lines.length, 5);
    });
  });
  after(() => service.dispose());

  const paste = async (line: string | undefined): Promise<string> => {
    assert.ok(line !== undefined, 'the line was printed');
    const { stdout } = await run('bash', ['-c', line], { env: service.env, cwd: REPOSITORY });
    return stdout;
  };

  test('prints lines that work as pasted', async () => {
    const [balance, ask, paidFromExternalNode, payExternal, history] = lines;
    const opened = JSON.parse(await paste(balance));
    assert.equal(numberField(opened, 'balance'), 100_000);
    assert.equal(textField(JSON.parse(await paste(ask)), 'state'), 'CREATED');
    await paste(paidFromExternalNode);
    const paid = JSON.parse(await paste(payExternal));
    assert.equal(numberField(paid, 'amount'), 500);
    const records = asArray(JSON.parse(await paste(history)));
    assert.deepEqual(
      records.map((record) => [field(record, 'type'), field(record, 'amount')]),
      [
        ['outgoing', 500],
        ['incoming', 2100],
        ['incoming', 100_000],
      ],
    );
    const left = JSON.parse(await paste(balance));
    assert.equal(numberField(left, 'balance'), 100_000 + 2100 - 500 - numberField(paid, 'fee'));
  });

  test('is not repeated, and money stays over a restart', async () => {
    const printed = service.output().length;
    await service.end('SIGTERM');
    await service.start();
    await untilPasses(async () => {
      const output = service.output().slice(printed);
      assert.match(output, /Sign in as lin@example\.com or sam@example\.com/);
    });
    assert.equal(service.output().slice(printed).includes('first run'), false);
    const reset = ['user', 'reset-password', '--email', 'lin@example.com'];
    const { link } = Object(await service.runProgram(...reset));
    assert.match(String(link), /^http:/, 'the command that a later start prints');
    assert.equal(asArray(await service.cli('user', 'list')).length, 2);
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  });

  test('shows a link by which the operator becomes the admin, until someone has', async () => {
    const browser = createWebBrowser();
    const link = setUpLinks(service.output()).at(-1) ?? '';
    const page = await browser.get(link);
    assert.match(page, /Set up this service/);
    const form = { email: 'operator@example.com', new_password: 'correct horse battery' };
    await browser.submit(page, link, form);
    assert.match(await browser.get(`${service.baseUrl}/operate/users`), /lin@example\.com/);
    assert.match(await browser.get(link), /This link no longer works/);
    const printed = service.output().length;
    await service.end('SIGTERM');
    await service.start();
    assert.deepEqual(setUpLinks(service.output().slice(printed)), []);
  });

  test('lets no second service onto the data folder', async () => {
    await assert.rejects(
      run(process.execPath, ['bin/satchel.js', 'start'], { env: service.env, cwd: REPOSITORY }),
      (error: unknown) => {
        assert.equal(field(error, 'code'), 1);
        assert.match(textField(error, 'stderr'), /^satchel: another service already runs on .+\n$/);
        return true;
      },
    );
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  });
});
