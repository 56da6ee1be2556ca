import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { LightMyRequestResponse } from 'fastify';
import postgres from 'postgres';
import { field } from '../support/fields.ts';
import { startLndhub } from '../support/lndhub/lndhub-world.ts';
import { startOauth } from '../support/oauth-world.ts';
import { readText } from '../support/page-visitor.ts';
import { startPages } from '../support/page-world.ts';
import { startWalletApi, type WalletApi } from '../support/wallet-api.ts';

/**
 * The database may only be read, to those who work with it, and then be written to again. What its
 * settings say does not count for a connection, so a trigger says it to each as it opens.
 */
async function whileReadOnly<T>(world: WalletApi, work: () => Promise<T>): Promise<T> {
  const sql = postgres(world.superuserUrl, { max: 1 });
  const endOthers = async (): Promise<void> => {
    await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid()`;
  };
  try {
    await sql.unsafe(`
      create function only_read() returns event_trigger language plpgsql as $$
      begin perform set_config('default_transaction_read_only', 'on', false); end $$;
      create event trigger only_read on login execute function only_read()`);
    await endOthers();
    return await work();
  } finally {
    await sql.unsafe('drop event trigger only_read; drop function only_read()');
    await endOthers();
    await sql.end();
  }
}

const isAway = (answer: { status: number; headers: LightMyRequestResponse['headers'] }): void => {
  assert.deepEqual([answer.status, answer.headers['retry-after']], [503, '5']);
};

describe('while the database is a standby', () => {
  test('calls of the API are to come again, and what they did not do they do then', async () => {
    const api = await startWalletApi({ after });
    const [alice, bob] = [await api.addUser(), await api.addUser()];
    await alice.receive(1000);
    const invoice = await bob.invoice(100);
    const headers = { 'idempotency-key': 'once' };
    await whileReadOnly(api, async () => {
      for (const answer of [
        await alice.get('/balance'),
        await alice.post('/invoices', { amount: 5 }),
        await alice.post('/payments/bolt11', { invoice }, headers),
        await api.call('GET', `/.well-known/lnurlp/${alice.user.identifier}`),
      ]) {
        isAway(answer);
      }
      const { body } = await alice.get('/balance');
      assert.deepEqual([field(body, 'code'), field(body, 'error')], [6, true]);
      const payee = await api.call('GET', `/.well-known/lnurlp/${alice.user.identifier}`);
      assert.equal(field(payee.body, 'status'), 'ERROR');
      assert.equal((await api.call('GET', '/health')).status, 503);
    });
    assert.equal((await alice.post('/payments/bolt11', { invoice }, headers)).status, 200);
    assert.equal((await alice.post('/payments/bolt11', { invoice }, headers)).status, 200);
    assert.deepEqual([await alice.balanceSat(), await bob.balanceSat()], [900, 100]);
  });

  test('phone apps are told so in their dialect', async () => {
    const world = await startLndhub({ after });
    const phone = await world.connect(await world.addUser());
    await whileReadOnly(world, async () => {
      for (const answer of [await phone.get('/balance'), await phone.login()]) {
        isAway(answer);
        assert.deepEqual([field(answer.body, 'code'), field(answer.body, 'error')], [6, true]);
      }
    });
    assert.equal((await phone.get('/balance')).status, 200);
  });

  test('apps of OAuth keep their tokens and come again', async () => {
    const world = await startOauth({ after });
    const app = await world.addApp();
    const { refreshToken } = await world.connect(await world.addPerson(), app);
    await whileReadOnly(world, async () => {
      const answer = await world.refresh(app, refreshToken);
      isAway(answer);
      assert.equal(field(answer.body, 'error'), 'temporarily_unavailable');
    });
    assert.equal((await world.refresh(app, refreshToken)).status, 200);
  });

  test('people see a page that tells them what to do', async () => {
    const world = await startPages({ after });
    const visitor = await world.addVisitor();
    await whileReadOnly(world, async () => {
      const page = await visitor.get('/');
      isAway({ status: page.statusCode, headers: page.headers });
      assert.match(readText(page), /Your wallet cannot be reached right now/);
    });
    assert.equal((await visitor.get('/')).statusCode, 200);
  });
});
