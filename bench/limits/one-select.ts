/**
 * The least that a service could do: Fastify, and for each call exactly the one statement that our
 * service sends to the database as well. The content of requests is ignored.
 *
 *     node bench/limits/one-select.ts URL TOKEN USER_ID ADDRESS_NAME
 *
 * The program reports its address to the parent process and ends with it.
 */
import assert from 'node:assert/strict';
import Fastify from 'fastify';
import { composeStores } from '../../src/app/compose/compose-stores.ts';
import { createTokenStore } from '../../src/apps/sql/token-store.ts';
import { hashToken } from '../../src/authorization/personal-token.ts';
import { BY_INDEX, openPool } from '../../src/database/pool.ts';
import { createHistoryStore } from '../../src/history/sql/history-store.ts';
import { systemClock } from '../../src/system/system-clock.ts';
import { systemRandom } from '../../src/system/system-random.ts';
import { captureStatement } from './capture-statement.ts';

const [url, token, userId, addressName] = process.argv.slice(2);
assert(url !== undefined && token !== undefined, 'four arguments');
assert(userId !== undefined && addressName !== undefined, 'four arguments');

const PORTS = { clock: systemClock, random: systemRandom };
const findCaller = await captureStatement<{ wallet_msat: bigint }>(url, (database) =>
  createTokenStore(database).findCaller(hashToken(token)),
);
const listRecords = await captureStatement<{ lines: string }>(url, (database) =>
  createHistoryStore(database).listRecords({
    userId,
    direction: 'both',
    offset: 0,
    limit: 25,
    createdAfter: null,
    createdBefore: null,
    since: null,
    before: null,
    settledSince: null,
  }),
);

const findPayee = await captureStatement<{ address_name: string }>(url, (database) =>
  composeStores({ ...PORTS, database, batchMax: 64 }).addressNames.findPayee(addressName),
);

/** The pool has as many connections as the service has for its statements. */
const sql = openPool(
  {
    url,
    applicationName: 'bench limit',
    onStatement: null,
    statementTimeoutMs: 30_000,
    lockTimeoutMs: 10_000,
  },
  { max: 10, settings: BY_INDEX },
);
const app = Fastify({ logger: false });

app.get('/balance', async () => {
  const [row] = await findCaller(sql);
  assert(row !== undefined, 'the token is known');
  return { balance: Number(row.wallet_msat / 1000n), currency: 'BTC', unit: 'sat' };
});

app.get('/invoices', async (_, reply) => {
  const [row] = await listRecords(sql);
  assert(row !== undefined, 'a list is a row');
  return reply.type('application/json; charset=utf-8').send(`[${row.lines.split('\n').join(',')}]`);
});

app.get('/.well-known/lnurlp/:name', async () => {
  const [row] = await findPayee(sql);
  assert(row !== undefined, 'someone has the name');
  const identifier = `${row.address_name}@pay.example`;
  return {
    tag: 'payRequest',
    callback: `https://pay.example/lnurlp/${row.address_name}/callback`,
    minSendable: 1000,
    maxSendable: 1_000_000_000,
    metadata: JSON.stringify([
      ['text/identifier', identifier],
      ['text/plain', `Sats for ${identifier}`],
    ]),
  };
});

process.once('disconnect', () => process.exit(0));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.(address);
