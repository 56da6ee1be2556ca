import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { numberField } from '../support/fields.ts';
import { startStatementBench } from '../support/statement-bench.ts';

/** A long month as a file: what the process that writes it needs at most. */

const RECORDS = 100_000;
const MAX_GROWN_BYTES = 64 * 1024 * 1024;
/** Garbage is collected at once, however much memory the machine has. */
const FRUGAL = ['--max-old-space-size=56', '--max-semi-space-size=1'];
const PROGRAM = new URL('../support/statement-memory.ts', import.meta.url).pathname;

const bench = await startStatementBench({ after });
const { superuser } = bench;

describe(`the file of a month with ${RECORDS} records`, () => {
  let user = '';

  before(async () => {
    user = await bench.addUser();
    await superuser`
      with added as (
        insert into receipt (id, identifier, source, user_id, node_pubkey, settle_index,
          payment_hash, amount_msat, records, created_at, settled_at)
        select gen_random_uuid(), 'x' || n, 'node', ${user}, 'node', n, sha256(int8send(n)), 1000,
          '{}', '2021-01-10', '2021-01-10'
        from generate_series(1, ${RECORDS}::integer) n
        returning id, identifier, settle_index, payment_hash
      )
      insert into settled_record (id, user_id, direction, identifier, payment_hash, created_at,
        settled_at, booked_at, seq, has_boostagram, body)
      select id, ${user}, 'incoming', identifier, payment_hash, '2021-01-10', '2021-01-10',
        '2021-01-10', settle_index, false,
        json_build_object('identifier', identifier, 'memo', repeat('=x', 300))
      from added`;
    await superuser`
      update wallet set record_seq = ${RECORDS}, wallet_msat = ${RECORDS * 1000}
      where user_id = ${user}`;
    await superuser`analyze settled_record`;
    await bench.reckon(user, new Date('2021-02-15T00:00:00Z'), 10_000);
  });

  for (const format of ['csv', 'json'] as const) {
    test(`${format} is written within 64 MB`, async () => {
      const run = promisify(execFile);
      const { stdout } = await run(process.execPath, [
        ...FRUGAL,
        PROGRAM,
        bench.serviceUrl,
        user,
        '2021-01',
        format,
      ]);
      const answer: unknown = JSON.parse(stdout);
      assert(numberField(answer, 'lines') >= RECORDS);
      // The texts alone are more than may be held.
      assert(numberField(answer, 'bytes') > MAX_GROWN_BYTES, stdout);
      assert(numberField(answer, 'grownBytes') < MAX_GROWN_BYTES, stdout);
    });
  }
});
