import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { eventually } from '../support/eventually.ts';
import { actingNode, startActing } from '../support/operate/acting-world.ts';
import {
  FAILED,
  isLogTrue,
  PARKED,
  type Prepared,
  STUCK,
  UNCLAIMED,
} from '../support/operate/action-deeds.ts';
import { doAction } from '../support/operate/dying-actions.ts';
import { programVariables } from '../support/program-variables.ts';
import { createTestActions } from '../support/test-actions.ts';

const DYING = fileURLToPath(new URL('../support/operate/dying-operator.ts', import.meta.url));
/** Killed by the test, while the database works on the effect. */
const IN_THE_DATABASE = 'in the database';

const world = await startActing({ after });
const { owner, database, clock, says } = world;
const living = createTestActions({ database, clock, log: world.deps.log }, actingNode(says));

/**
 * By SIGKILL, where the database hears nothing but the end of its connection: between the begun row
 * of the log and the effect, while the effect is written, and before its end is in the log.
 */
describe('the process of an operator is killed', () => {
  const atNode = ['after actions.begin', IN_THE_DATABASE, 'after money.resolve'];
  for (const [deed, places] of [
    [FAILED, atNode],
    [STUCK, atNode],
    [UNCLAIMED, [IN_THE_DATABASE, 'after unclaimed.assign']],
    [PARKED, [IN_THE_DATABASE, 'after jobs.retryParked']],
  ] as const) {
    test(deed.what, async () => {
      for (const place of places) {
        const prepared = await deed.prepare(world);
        await (place === IN_THE_DATABASE ? killWaiting(prepared) : killAt(prepared, place));
        const logged = await isLogTrue(world, prepared, place);
        if (places === atNode) assert.equal(logged?.end, null, `${place}: no end is known`);
        await doAction(living, prepared.action, new AbortController().signal);
        assert.equal(await prepared.effects(), 1, `${place}: done again, and there once`);
      }
      await world.booksBalance();
    });
  }
});

function start({ action }: Prepared, place: string) {
  const argv = [DYING, world.serviceUrl, action.kind, action.id, action.email, place];
  const env = { ...process.env, ...programVariables() };
  return spawn(process.execPath, argv, { stdio: 'inherit', env });
}

async function killAt(prepared: Prepared, place: string): Promise<void> {
  const [, signal] = await once(start(prepared, place), 'exit');
  assert.equal(signal, 'SIGKILL', place);
}

/** A lock holds its statement in the database until it is dead; then the database goes on. */
async function killWaiting(prepared: Prepared): Promise<void> {
  const child = start(prepared, 'nowhere');
  const exited = once(child, 'exit');
  const waiting = await owner.begin(async (sql) => {
    await prepared.hold(sql);
    const pid = await eventually('it waits for the lock', async () => {
      const [row] = await sql<{ pid: number }[]>`
        select pid from pg_locks
        where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))`;
      return row?.pid ?? null;
    });
    child.kill('SIGKILL');
    await exited;
    return pid;
  });
  await eventually('the database has let it go', async () => {
    const rows = await owner`select 1 from pg_stat_activity where pid = ${waiting}`;
    return rows.length === 0 ? true : null;
  });
}
