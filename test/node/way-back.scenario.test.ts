import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { request } from 'undici';
import { ALL_SCOPES } from '../../src/authorization/scope.ts';
import { openTcpGate, type TcpGate } from '../lnd/tcp-gate.ts';
import { type DrillFolder, type DrillServer, makeDrillFolder } from '../support/drill-server.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { databaseUrl } from '../support/throw-away-server.ts';
import { field, numberField, textField, untilPasses } from '../support/wallet-user.ts';

const START_SAT = 100_000;
const EMAIL = 'ann@example.com';

/**
 * Three ways in which an earlier state comes back without `satchel restore`, each on real servers:
 * what was under way ends as the node says, and nothing leaves before a person has looked.
 */
describe('the database goes back', () => {
  let folder: DrillFolder;
  let server: DrillServer;
  let gate: TcpGate;
  let service: RunningService;
  let token = '';

  before(async () => {
    folder = await makeDrillFolder();
    server = await folder.startPrimary();
    gate = await openTcpGate(server.port);
    service = await startService({
      SATCHEL_DATABASE_URL: databaseUrl(`127.0.0.1:${gate.port}`, 'service', 'satchel'),
      SATCHEL_MIGRATE_DATABASE_URL: databaseUrl(`127.0.0.1:${gate.port}`, 'owner', 'satchel'),
      SATCHEL_HEARTBEAT_GRACE: '8',
      SATCHEL_NOT_FOUND_GRACE: '2',
    });
    await service.cli('user', 'add', '--email', EMAIL, '--password', 'correct horse');
    const scopes = ALL_SCOPES.join(' ');
    const added = await service.cli('token', 'add', '--user', EMAIL, '--scopes', scopes);
    token = textField(added, 'token');
    const { body } = await post('/invoices', { amount: START_SAT });
    const bolt11 = textField(body, 'payment_request');
    assert((await (await service.simulator()).pay({ bolt11 })).ok);
    await untilPasses(async () => assert.equal(await balance(), START_SAT));
  });
  after(async () => {
    await service.dispose();
    await gate.dispose();
    await folder.dispose();
  });

  const call = async (method: 'GET' | 'POST', path: string, body?: object) => {
    const answer = await request(service.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: answer.statusCode, body: await answer.body.json() };
  };
  const post = (path: string, body: object) => call('POST', path, body);
  const balance = async () => numberField((await call('GET', '/balance')).body, 'balance');
  const pay = async (amountSat: number) => {
    const made = await (await service.simulator()).invoice({ amountSat });
    assert(made.ok);
    const answer = await post('/payments/bolt11', { invoice: made.value.paymentRequest });
    return { ...answer, hash: made.value.paymentHash };
  };
  const stateOf = async (hash: string, at = server): Promise<string> =>
    await at.run(async (sql) => {
      const [row] = await sql`
        select state, failure_reason from payment where payment_hash = decode(${hash}, 'hex')`;
      return row === undefined ? 'absent' : `${row['state']} ${row['failure_reason'] ?? ''}`.trim();
    });
  const stops = async (): Promise<readonly string[]> =>
    await server.run(async (sql) => {
      const rows = await sql<{ reason: string }[]>`select reason from outside_stop`;
      return rows.map(({ reason }) => reason);
    });

  /** A payment that stays reserved for as long as the node does not tell its newest index. */
  const payWhileReserved = async (amountSat: number) => {
    const network = await service.simulator();
    assert((await network.setFault({ kind: 'frozen', calls: ['ListPayments'] })).ok);
    const made = await network.invoice({ amountSat });
    assert(made.ok);
    const { paymentHash: hash, paymentRequest: invoice } = made.value;
    const answer = post('/payments/bolt11', { invoice });
    await untilPasses(async () => assert.equal(await stateOf(hash), 'reserved'));
    return { hash, answer, releaseStaleSends: () => network.clearFaults(null) };
  };

  /** Refused at the door, or given back where this process had not read of the stop yet. */
  const isStopped = async () => {
    const { status, body } = await pay(5);
    assert.equal(status, 500, JSON.stringify(body));
    assert([6, 10].includes(numberField(body, 'code')), JSON.stringify(body));
    assert.match(textField(body, 'message'), /stopped at the moment/);
  };
  const release = async () => {
    await untilPasses(async () => {
      await service.cli('node', 'compare');
      assert.equal(field(await service.cli('node', 'release'), 'released'), true);
    });
    await untilPasses(async () => assert.equal((await pay(5)).status, 200), 30_000);
    assert.equal(field(await service.cli('books', 'check'), 'ok'), true);
  };

  test('M90 a standby without the last commits is promoted under the living service', async () => {
    const standby = await server.startStandby();
    const { hash, answer, releaseStaleSends } = await payWhileReserved(5000);
    await untilPasses(async () => assert.equal(await stateOf(hash, standby), 'reserved'));
    await standby.run(async (sql) => {
      await sql`alter system set primary_conninfo = ''`;
      await sql`select pg_reload_conf()`;
    });
    await untilPasses(async () => {
      const rows = await standby.run((sql) => sql`select from pg_stat_wal_receiver`);
      assert.equal(rows.length, 0);
    });
    await releaseStaleSends();
    const paid = await answer;
    assert.equal(paid.status, 200, JSON.stringify(paid.body));
    const left = await balance();
    assert.equal(await stateOf(hash), 'settled');

    await server.kill();
    await standby.run((sql) => sql`select pg_promote()`);
    server = standby;
    gate.open(standby.port);
    gate.cut();
    await untilPasses(async () => assert.deepEqual(await stops(), ['database_changed']), 30_000);
    await untilPasses(async () => assert.equal(await stateOf(hash), 'settled'), 30_000);
    assert.equal(await balance(), left, 'the payer has paid, there too');
    await isStopped();
    await release();
  });

  test('M91 a base backup is put back, and bears no mark', async () => {
    const backup = await server.baseBackup();
    const { hash, status } = await pay(7000);
    assert.equal(status, 200);
    await service.end('SIGTERM');
    await server.kill();
    server = await folder.startFiles(backup);
    gate.open(server.port);
    await service.start();
    await isStopped();
    assert.deepEqual(await stops(), ['database_changed']);
    await untilPasses(async () => {
      const comparison = field(await service.cli('node'), 'comparison');
      assert(JSON.stringify(field(comparison, 'differences')).includes(hash));
    });
    assert(JSON.stringify(await service.cli('alarms')).includes('database_gone_back'));
    await release();
  });

  test('M90 a dump is put in the place of the database', async () => {
    const { hash, answer, releaseStaleSends } = await payWhileReserved(3000);
    // The copy needs the database for itself; the service waits for it meanwhile.
    gate.close();
    await server.run(async (sql) => {
      await sql`alter database satchel allow_connections false`;
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = 'satchel'`;
      await untilPasses(
        async () => void (await sql`create database earlier template satchel owner satchel_owner`),
      );
      await sql`alter database satchel allow_connections true`;
    }, 'postgres');
    gate.open();
    await releaseStaleSends();
    const paid = await answer;
    await untilPasses(async () => assert.equal(await stateOf(hash), 'settled'));
    const left = await balance();
    assert(paid.status === 200 || paid.status === 500, 'paid, or said to be pending');

    await service.end('SIGTERM');
    await server.run(async (sql) => {
      await sql`alter database satchel rename to later`;
      await sql`alter database earlier rename to satchel`;
    }, 'postgres');
    assert.equal(await stateOf(hash), 'reserved');
    await service.start();
    await untilPasses(async () => assert.equal(await stateOf(hash), 'settled'), 30_000);
    assert.equal(await balance(), left);
    await isStopped();
    await release();
  });
});
