import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import postgres from 'postgres';
import { textField } from '../support/fields.ts';
import type { ProofCase } from '../support/proof/proof-case.ts';
import type { RunningService } from '../support/running-service.ts';
import { untilPasses } from '../support/wallet-user.ts';
import type { Account, BrowserWorld } from './browser-world.ts';
import { callApi } from './call-api.ts';
import type { WatchedWindow } from './chromium.ts';
import { inspectPage } from './inspect-page.ts';
import { openSharedWorld } from './shared-world.ts';

const CASES: readonly ProofCase[] = JSON.parse(
  readFileSync(new URL('../vectors/owed.json', import.meta.url), 'utf8'),
);
/** Browsers know no secp256k1, as docs/proof.md allows. */
const NOT_CHECKED = 'wrong_node_signature';

/** The hour may begin while the test runs: only the test makes checkpoints. */
async function stopJob({ env }: RunningService): Promise<void> {
  const owner = postgres(env['SATCHEL_MIGRATE_DATABASE_URL'] ?? '', { max: 1 });
  await owner`update job_schedule set last_slot = 1e12 where kind = 'make-checkpoint'`;
  await owner.end();
}

/** Someone checks that their money is counted in what the service says it owes. */
describe('proof of what is owed', () => {
  let world: BrowserWorld;
  let account: Account;
  let window: WatchedWindow;

  before(async () => {
    world = await openSharedWorld();
    account = await world.addPerson('Paula Proof');
    const { service, baseUrl } = world;
    const token = await account.token();
    const made = await callApi(`${baseUrl}/invoices`, token, { amount: 21_000 });
    const simulator = await service.simulator();
    assert((await simulator.pay({ bolt11: textField(made, 'payment_request') })).ok);
    await untilPasses(async () => {
      const found = await callApi(`${baseUrl}/invoices/${textField(made, 'payment_hash')}`, token);
      assert.equal(textField(found, 'state'), 'SETTLED');
    });
    await stopJob(service);
    await service.cli('proof', 'checkpoint');
    window = await world.signedIn(account);
  });
  after(() => world.close());

  const openMine = async (page: Page = window.page): Promise<void> => {
    await page.goto(`${world.authUrl}/proof/mine`);
  };
  const says = (text: string | RegExp, page: Page = window.page): Promise<void> =>
    page.getByText(text).filter({ visible: true }).first().waitFor();

  test('everyone sees the sum, and what it does not show', async () => {
    const guest = await world.chromium.open();
    await guest.page.goto(`${world.authUrl}/proof`);
    await guest.page.getByRole('heading', { name: 'Proof of what is owed' }).waitFor();
    await says('It does not show that the money is there.', guest.page);
    await guest.page.getByText('For comparing').click();
    await inspectPage(guest.page);
    assert.deepEqual(guest.complaints, []);
    await guest.context.close();
  });

  test('the page checks by itself, and remembers what it saw', async () => {
    await openMine();
    await says('It holds');
    await says('21,000 sat');
    await says('This browser remembers it from now on');
    await inspectPage(window.page);
    await openMine();
    await says('It is the one that this browser saw last time.');
    for (let count = 0; count < 2; count += 1) await world.service.cli('proof', 'checkpoint');
    await openMine();
    await says('All that was published since your last visit follows');
    assert.deepEqual(window.complaints, []);
    assert(window.requests.every((address) => address.startsWith(world.authUrl)));
  });

  test('looking at the page and checking ask the server for the same', async () => {
    const other = await world.signedIn(account);
    await openMine(other.page);
    await says('It holds', other.page);
    const asked = other.requests.filter((address) => address.includes('/proof/'));
    // The page itself, and nothing that depends on what it says.
    assert(asked.length > 0);
    assert(asked.every((address) => address === `${world.authUrl}/proof/mine`));
    await other.context.close();
  });

  test('27 says of each forged file why it does not hold', async () => {
    const { page } = window;
    await openMine();
    const told: string[] = await page.evaluate(`(async (cases) => {
      const script = document.querySelector('script[src*="/proof."]').src;
      const { verify } = await import(script);
      const told = [];
      for (const one of cases) {
        told.push(await verify(one).then(() => 'ok', (error) => error.message));
      }
      return told;
    })(${JSON.stringify(CASES)})`);
    assert.deepEqual(
      told.map((answer, place) => `${answer}: ${CASES[place]?.name}`),
      CASES.map(({ name, expected }) => `${expected === NOT_CHECKED ? 'ok' : expected}: ${name}`),
    );
  });

  test('27 a page with a changed file says so, in words', async () => {
    const { page } = window;
    for (const [file, field, value, reason] of [
      ['mine', 'total_msat', '20000000', 'The parts do not add up'],
      ['mine', 'record_seq', '0', 'A part of your money does not lead to the published sum.'],
      ['mine', 'identifier', 'somebody', 'The file is about somebody else.'],
      ['checkpoint', 'unclaimed_msat', '7', 'does not follow from its parts'],
      ['checkpoint', 'signature', 'ab'.repeat(64), 'The signature is false.'],
    ] as const) {
      await openMine();
      await says('It holds');
      // As if the server had sent it so: the script runs once more.
      await page.evaluate(`(async () => {
        const text = document.querySelector('#proof-${file} pre');
        const changed = { ...JSON.parse(text.textContent), ${field}: '${value}' };
        text.textContent = JSON.stringify(changed);
        await import(document.querySelector('script[src*="/proof."]').src + '#${field}');
      })()`);
      await says('It does not hold');
      await says(reason);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    await inspectPage(page);
  });

  test('27 a history other than the one that this browser saw is told of', async () => {
    const { page } = window;
    const change = (fields: string) =>
      page.evaluate(`(() => {
        const seen = JSON.parse(localStorage.getItem('satchel-proof'));
        localStorage.setItem('satchel-proof', JSON.stringify({ ...seen, ${fields} }));
      })()`);
    for (const [fields, reason] of [
      [`hash: '${'ab'.repeat(32)}'`, 'Something else was published'],
      [`hash: '${'ab'.repeat(32)}', epoch: '1'`, 'Something else was published'],
      [`epoch: '99999'`, 'It is older than what this browser has already seen.'],
      [`key: '${'ab'.repeat(32)}'`, 'It is signed with another key than before.'],
    ] as const) {
      await page.evaluate(`localStorage.removeItem('satchel-proof')`);
      await openMine();
      await says('It holds');
      await change(fields);
      await openMine();
      await says(reason);
      // The page goes on saying so.
      await openMine();
      await says(reason);
    }
    await page.evaluate(`localStorage.removeItem('satchel-proof')`);
  });

  test('a new key is told of, and holds where the key before signed it', async () => {
    await openMine();
    await says('It holds');
    await world.service.cli('proof', 'rotate');
    await openMine();
    await says('It holds');
    await says('The service changed its key since your last visit.');
    await openMine();
    await says('It is the one that this browser saw last time.');
    await window.page.goto(`${world.authUrl}/proof`);
    await says('It has a new key, which the key before signed.');
  });

  test('where the browser cannot check signatures, the page says what to do', async () => {
    const page = await window.context.newPage();
    await page.addInitScript("Object.defineProperty(crypto, 'subtle', { value: undefined })");
    await openMine(page);
    await says('This browser cannot check signatures here.', page);
    await page.close();
  });

  test('without scripts both files can be kept, and the command checks them', async () => {
    const cookies = await window.context.cookies();
    const plain = await world.chromium.open({ hasScripts: false });
    await plain.context.addCookies(cookies);
    const { page } = plain;
    await openMine(page);
    await says('which your browser has not run', page);
    const files: string[] = [];
    for (const name of ['Published file', 'My file']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name }).click(),
      ]);
      assert.match(download.suggestedFilename(), /^satchel-owed-(mine-)?\d+\.json$/);
      files.push(await download.path());
    }
    const answer = await world.service.cli('proof', 'verify', ...files);
    const { identifier } = JSON.parse(await readFile(files[1] ?? '', 'utf8'));
    assert.equal(textField(answer, 'mine_msat'), '21000000');
    assert.equal(textField(answer, 'identifier'), identifier);
    await plain.context.close();
  });
});
