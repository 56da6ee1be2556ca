import { type AuditedActionDeps, THE_COMMAND_LINE } from '../../../src/alarms/audited-action.ts';
import { bumpWithdrawal } from '../../../src/onchain/bump-withdrawal.ts';
import { claimUnknown, failUnknown } from '../../../src/onchain/end-unknown.ts';
import type { Withdrawal } from '../../../src/onchain/withdrawal.ts';
import type { Dice } from '../dice.ts';
import { noteBug } from '../model.ts';
import { call } from '../orders.ts';
import type { Parts } from '../service-process.ts';
import { note, type Simulation } from '../simulation.ts';
import type { ChainWorld } from './chain-world.ts';

/**
 * What operators do about withdrawals: they raise the fee of those that wait, and end unknown ones
 * by hand, also where it is wrong, and two of them at once. Ends when all becomes quiet.
 */
export async function operateOnChain(simulation: Simulation, chain: ChainWorld): Promise<void> {
  const { clock, model, storage } = simulation;
  const { operators: dice } = chain;
  for (;;) {
    // They hurry when the database has gone back.
    const isHurried = model.goneBack !== null || dice.chance(0.3);
    await clock.sleep(dice.between(1, isHurried ? 600 : 4000));
    if (model.isQuiet) return;
    // All but those that have failed.
    const { withdrawals } = storage.stores;
    const listed = await storage.perform(() => withdrawals.listToDrive(0));
    const act = drawAct(dice, chain, listed);
    if (act === null) continue;
    const times = dice.chance(0.3) ? 2 : 1;
    for (let count = 0; count < times; count += 1) press(simulation, act);
  }
}

interface Act {
  readonly shown: string;
  readonly press: (deps: Omit<Parts, 'actions'> & AuditedActionDeps) => Promise<string>;
}

function drawAct(dice: Dice, chain: ChainWorld, listed: readonly Withdrawal[]): Act | null {
  const isAsked = ({ state }: Withdrawal): boolean =>
    state === 'unknown' || state === 'signed' || state === 'broadcast';
  const asked = listed.filter(isAsked);
  const picked = dice.chance(0.9) ? asked : listed;
  if (picked.length === 0) return null;
  const withdrawal = dice.pick(picked);
  const isEnded = withdrawal.state === 'unknown' ? dice.chance(0.9) : dice.chance(0.1);
  if (!isEnded) return raiseFee(dice, withdrawal);
  return dice.chance(0.5) ? giveBack(withdrawal) : claim(dice, chain, withdrawal);
}

function raiseFee(dice: Dice, { id, identifier }: Withdrawal): Act {
  const order = { id, feeRate: BigInt(dice.between(4, 22)), maxFeeSat: null };
  return {
    shown: `${order.feeRate} sat/vB for ${identifier}`,
    press: async (deps) => {
      const answer = await bumpWithdrawal(deps, THE_COMMAND_LINE, order);
      if (answer.ok) return answer.value.txid.slice(0, 8);
      return answer.refusal.kind === 'not_possible' ? answer.refusal.why : answer.refusal.kind;
    },
  };
}

const giveBack = ({ id, identifier }: Withdrawal): Act => ({
  shown: `${identifier} given back`,
  press: async (deps) => wordFor(await failUnknown(deps, THE_COMMAND_LINE, id)),
});

/** Its own transaction, or that of another one. */
function claim(dice: Dice, { chain, attempts }: ChainWorld, { id, identifier }: Withdrawal): Act {
  const own = attempts.filter((one) => one.identifier === identifier);
  const others = [...own, ...chain.published];
  const txid =
    others.length === 0
      ? '00'.repeat(32)
      : dice.pick(dice.chance(0.7) && own.length > 0 ? own : others).txid;
  return {
    shown: `${txid.slice(0, 8)} to be that of ${identifier}`,
    press: async (deps) => wordFor(await claimUnknown(deps, THE_COMMAND_LINE, { id, txid })),
  };
}

const wordFor = (answer: Awaited<ReturnType<typeof failUnknown>>): string => {
  if (answer.ok) return answer.value.state;
  return answer.refusal.kind === 'not_proven' ? answer.refusal.why : answer.refusal.kind;
};

function press(simulation: Simulation, { shown, press }: Act): void {
  note(simulation, `an operator wants ${shown}`);
  void call(simulation, async (parts) => {
    const word = await press({ ...parts, actions: UNLOGGED });
    note(simulation, `wanted ${shown}: ${word}`);
  }).catch((error: unknown) => {
    noteBug(simulation.model, error);
    note(simulation, `wanted ${shown}: ${error}`);
  });
}

const UNLOGGED: AuditedActionDeps['actions'] = {
  begin: async () => true,
  end: async () => undefined,
};
