import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
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

test('a read does not wait without end for a server that went dead', async (t) => {
  const url = new URL(serviceUrl);
  const way = await startWay(Number(url.port));
  t.after(way.close);
  url.port = String(way.port);
  const database = openDatabase({
    url: url.href,
    applicationName: 'reading',
    clock: systemClock,
    random: systemRandom,
    poolSize: 1,
    statementTimeoutMs: 500,
  });
  const read = () => database.query((sql) => sql`select 1 as one`.execute());
  await read();
  way.set(true);
  const told = read().then(
    () => 'answered',
    (error: unknown) => error,
  );
  const fault = await Promise.race([told, systemClock.sleep(10_000).then(() => 'still waiting')]);
  assert(fault instanceof DatabaseFault && fault.away === 'database', String(fault));
  way.set(false);
  assert.deepEqual([...(await read())], [{ one: 1 }]);
  await systemClock.sleep(6000);
  assert.deepEqual([...(await read())], [{ one: 1 }], 'rest is no silence');
  await database.close();
});
