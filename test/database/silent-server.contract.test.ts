import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, type TestContext, test } from 'node:test';
import { DatabaseFault } from '../../src/database/database-fault.ts';
import { openDatabase } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { testDatabase } from '../support/database.ts';

/** A way to the database that goes dead without a word, as a machine that loses its power. */
async function startWay(port: number) {
  let isDead = false;
  const sockets = new Set<Socket>();
  const way = createServer((socket) => {
    const server = connect(port, '127.0.0.1');
    sockets.add(socket);
    server.on('data', (bytes) => isDead || socket.write(bytes));
    socket.on('data', (bytes) => isDead || server.write(bytes));
    socket.on('close', () => server.destroy());
    for (const side of [socket, server]) side.on('error', () => undefined);
  });
  way.listen(0, '127.0.0.1');
  await once(way, 'listening');
  const address = way.address();
  assert(typeof address === 'object' && address !== null);
  const set = (dead: boolean): void => {
    isDead = dead;
  };
  const close = (): void => {
    way.close();
    for (const socket of sockets) socket.destroy();
  };
  return { port: address.port, set, close };
}

const { serviceUrl } = await testDatabase({ after });

/** A database at the end of such a way, with one connection and short limits. */
async function openBehind(t: TestContext) {
  const url = new URL(serviceUrl);
  const way = await startWay(Number(url.port));
  t.after(way.close);
  url.port = String(way.port);
  const database = openDatabase({
    url: url.href,
    applicationName: 'waiting',
    clock: systemClock,
    random: systemRandom,
    poolSize: 1,
    statementTimeoutMs: 500,
  });
  return { way, database };
}

/** How something has ended within ten seconds. */
async function endOf(work: Promise<unknown>): Promise<unknown> {
  const told = work.then(
    () => 'answered',
    (error: unknown) => error,
  );
  return await Promise.race([told, systemClock.sleep(10_000).then(() => 'still waiting')]);
}

test('a transaction does not wait without end for a server that went dead', async (t) => {
  const { way, database } = await openBehind(t);
  const fault = await endOf(
    database.transaction(async (sql) => {
      await sql`select 1`;
      way.set(true);
      await Promise.all([sql`select 2`, sql`select 3`]);
    }),
  );
  assert(fault instanceof DatabaseFault && fault.away === 'database', String(fault));
  way.set(false);
  const two = await database.transaction(async (sql) => {
    await sql`select 1`;
    await systemClock.sleep(6000);
    return await sql`select 2 as two`;
  });
  assert.deepEqual([...two], [{ two: 2 }], 'rest is no silence');
  await database.close();
});

test('a read does not wait without end for a server that went dead', async (t) => {
  const { way, database } = await openBehind(t);
  const read = () => database.query((sql) => sql`select 1 as one`.execute());
  await read();
  way.set(true);
  const fault = await endOf(read());
  assert(fault instanceof DatabaseFault && fault.away === 'database', String(fault));
  way.set(false);
  assert.deepEqual([...(await read())], [{ one: 1 }]);
  await systemClock.sleep(6000);
  assert.deepEqual([...(await read())], [{ one: 1 }], 'rest is no silence');
  await database.close();
});
