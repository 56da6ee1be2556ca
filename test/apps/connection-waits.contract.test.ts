import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import { DatabaseFault } from '../../src/database/database-fault.ts';
import { openDatabase } from '../../src/database/db.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';

/** Takes connections and answers nothing, as a server that is stuck, or a network that is cut. */
const sockets = new Set<Socket>();
const server = createServer((socket) => {
  sockets.add(socket);
  socket.on('error', () => undefined);
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
after(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

const address = server.address();
assert(typeof address === 'object' && address !== null);
const url = `postgres://none@127.0.0.1:${address.port}/none`;

test('who waits in line for a connection is told in time, to read as well as to write', async () => {
  const database = openDatabase({
    url,
    applicationName: 'waiting',
    clock: systemClock,
    random: systemRandom,
    poolSize: 1,
    writeTimeoutMs: 300,
  });
  const calls = {
    read: () => database.query((sql) => sql`select 1`.execute()),
    write: () => database.query((sql) => sql`insert into thing values (1)`.execute()),
    'read in a transaction': () =>
      database.transaction((sql) => sql`select 1`.execute(), 'repeatable read, read only'),
    transaction: () => database.transaction((sql) => sql`select 1`.execute()),
  };
  const asked = Object.entries(calls).flatMap(([name, call]) =>
    [1, 2, 3, 4].map(async (number) => {
      const told = call().then(
        () => 'answered',
        (error: unknown) => {
          assert(error instanceof DatabaseFault && error.away === 'database' && error.hasWaited);
          return 'told';
        },
      );
      const waited = systemClock.sleep(2000).then(() => 'still waiting');
      return `${name} ${number}: ${await Promise.race([told, waited])}`;
    }),
  );
  const answers = await Promise.all(asked);
  assert.deepEqual(
    answers.filter((answer) => !answer.endsWith(': told')),
    [],
  );
  for (const socket of sockets) socket.destroy();
  await database.close();
});
