import { THE_COMMAND_LINE } from '../../../src/alarms/audited-action.ts';
import { bumpWithdrawal } from '../../../src/onchain/bump-withdrawal.ts';
import { type ChainProcess, RULES, SILENT } from './chain-process.ts';
import { bumpsOf, judgeRaisedFee } from './judge-raised-fee.ts';
import { withdrawalOf } from './judge-withdrawal.ts';
import type { Movement } from './movement.ts';
import { RAISE_ANSWERS } from './raise-answers.ts';
import { openChainWorld, order, type WithdrawalOptions } from './withdrawal.ts';
import type { WithdrawalWorld } from './withdrawal-world.ts';

/** An operator raises the fee of a withdrawal that waits for a block. */
export const raisedFee = (options: WithdrawalOptions = {}): Movement => ({
  name: 'a raised fee',
  answers: Object.keys(RAISE_ANSWERS),
  open: async (name, listener) => {
    const answer = RAISE_ANSWERS[name];
    if (answer === undefined) throw new Error(`no chain answers ${name}`);
    const isOrdered = (world: WithdrawalWorld): boolean => bumpsOf(world).length > 0;
    const play = { ...options, answer, isOrdered, order: raise, judge: judgeRaisedFee };
    return await openChainWorld({ ...play, prepare: send }, listener);
  },
});

/** Longer than until the network has it. */
const SENT_AFTER_MS = 3000;

async function send(world: WithdrawalWorld, process: ChainProcess): Promise<void> {
  void order(world, process);
  await world.clock.advance(SENT_AFTER_MS);
}

const FEE_RATE = 40n;

async function raise(
  world: WithdrawalWorld,
  { reach, clock }: Pick<ChainProcess, 'reach' | 'clock'>,
): Promise<void> {
  const { random } = world;
  const onchain = { chainSpending: reach.chainSpending, rules: RULES };
  const actions = { begin: async () => true, end: async () => undefined };
  const deps = { ...reach, onchain, actions, clock, random, log: SILENT };
  const asked = { id: withdrawalOf(world)?.id ?? '', feeRate: FEE_RATE, maxFeeSat: null };
  try {
    const answer = await bumpWithdrawal(deps, THE_COMMAND_LINE, asked);
    world.heard.push(answer.ok ? 'raised' : answer.refusal.kind);
  } catch (error) {
    world.heard.push(String(error));
  }
}
