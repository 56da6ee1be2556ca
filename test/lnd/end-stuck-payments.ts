import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { type CommandSession, openCommandSession } from '../support/command-session.ts';
import { eventually } from '../support/eventually.ts';
import { field, listField, listOf, numberField, textField } from '../support/fields.ts';
import { askLnd } from './ask-lnd.ts';
import type { Regtest } from './regtest.ts';

/** What an operator does about payments that hang in LND. */
export interface Operator {
  /**
   * Mines the blocks that the proof needs, and ends all payments that `satchel payments stranded`
   * lists. Returns their number. The service need not run.
   */
  endStuckPayments(): Promise<number>;
  close(): Promise<void>;
}

const PAUSE_MS = 500;
const SYNC_LIMIT_MS = 60_000;

export function openOperator(regtest: Regtest, env: NodeJS.ProcessEnv): Operator {
  const session = openCommandSession(env);
  return {
    endStuckPayments: async () => {
      let count = 0;
      for (let stuck = await list(session); stuck.length > 0; stuck = await list(session)) {
        const isProven = (payment: unknown): boolean => field(payment, 'can_end') === true;
        for (const payment of stuck.filter(isProven)) await end(session, payment);
        count += stuck.filter(isProven).length;
        await requireRefusal(session, stuck);
        await mineFor(regtest, stuck);
        await wait(PAUSE_MS);
      }
      return count;
    },
    close: () => session.end(),
  };
}

async function list(session: CommandSession): Promise<readonly unknown[]> {
  const { status, out, err } = await session.run('payments', 'stranded', '--json');
  assert.equal(status, 0, `${out}${err}`);
  return listOf(JSON.parse(out));
}

async function end(session: CommandSession, payment: unknown): Promise<void> {
  const { status, out, err } = await session.run(
    'payments',
    'end',
    textField(payment, 'id'),
    '--json',
  );
  assert.equal(status, 0, `${out}${err}`);
  assert.equal(textField(JSON.parse(out), 'state'), 'failed');
}

/**
 * Asserts that nothing is refunded before these blocks are mined, however often the operator asks.
 */
async function requireRefusal(session: CommandSession, stuck: readonly unknown[]): Promise<void> {
  const early = stuck.find((payment) => /claimed yet/.test(String(field(payment, 'lacks'))));
  if (early === undefined) return;
  const answer = await session.run('payments', 'end', textField(early, 'id'), '--json');
  assert.equal(answer.status, 1);
  assert.match(answer.out, /an HTLC of it could be claimed yet/);
}

async function mineFor(regtest: Regtest, stuck: readonly unknown[]): Promise<void> {
  const needed = Math.max(...stuck.map((payment) => numberField(payment, 'ends_from_block')));
  const now = Math.min(...stuck.map((payment) => numberField(payment, 'block_height')));
  if (needed > now) await mine(regtest, needed - now);
}

/** Mines blocks while no HTLC is pending, because an HTLC that expires would cost its channel. */
async function mine(regtest: Regtest, blocks: number): Promise<void> {
  const nodes = Object.values(regtest.nodes);
  await eventually(
    'nothing is in the channels',
    async () => {
      const channels = await Promise.all(nodes.map((node) => askLnd(node, '/v1/channels')));
      const htlcs = channels
        .flatMap((answer) => listField(answer, 'channels'))
        .flatMap((channel) => listField(channel, 'pending_htlcs'));
      return htlcs.length === 0 ? true : null;
    },
    SYNC_LIMIT_MS,
  );
  await regtest.mine(blocks);
  const height = numberField(JSON.parse(await regtest.run('info')), 'height');
  await eventually(
    'the nodes have seen the blocks',
    async () => {
      const infos = await Promise.all(nodes.map((node) => askLnd(node, '/v1/getinfo')));
      const isThere = (info: unknown): boolean =>
        numberField(info, 'block_height') >= height && field(info, 'synced_to_chain') === true;
      return infos.every(isThere) ? true : null;
    },
    SYNC_LIMIT_MS,
  );
}
