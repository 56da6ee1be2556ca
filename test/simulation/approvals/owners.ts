import { sat } from '../../../src/base/amount.ts';
import type { Approval } from '../../../src/payments/approval.ts';
import { approvePayment } from '../../../src/payments/approve-payment.ts';
import { setBudget } from '../budgets.ts';
import type { Dice } from '../dice.ts';
import type { Life } from '../life.ts';
import { noteBug } from '../model.ts';
import { call } from '../orders.ts';
import type { Parts } from '../service-process.ts';
import { note, type Simulation } from '../simulation.ts';

/**
 * People who want to be asked, and what they do then: they approve, refuse, press twice, come late,
 * or do nothing. They have dice of their own, and are there for some seeds only, so that all others
 * stay as they were. Some of these seeds have a chain.
 */
export const hasOwners = (seed: number): boolean => seed % 8 === 7 || seed % 16 === 8;

/** Amounts above which spenders have to ask: always, and more or less often. */
const ASK_ABOVE_SAT = [0n, 300n, 300n, 1000n, 2500n];

/** Most spenders have to ask from now on, whatever their limits become. */
export async function beginToAsk(simulation: Simulation, dice: Dice): Promise<void> {
  const { clock, model, storage } = simulation;
  const spenders = [...model.people, ...model.apps];
  for (const { caller } of spenders.filter(() => dice.chance(0.75))) {
    model.asks.set(caller.grantId, sat(dice.pick(ASK_ABOVE_SAT)));
    const present = await storage.perform(() =>
      storage.stores.budgets.readBudgets(caller.userId, [caller.grantId], clock.now()),
    );
    await setBudget(simulation, { caller }, present.get(caller.grantId) ?? null);
  }
}

export async function decideAgainAndAgain(simulation: Simulation, dice: Dice): Promise<void> {
  const { clock, model, storage } = simulation;
  while (!model.isQuiet) {
    await clock.sleep(dice.between(1, 2500));
    if (model.isQuiet) return;
    const { user } = dice.pick(model.people);
    // A page that was left open shows what is decided already.
    const isWaiting = dice.chance(0.8);
    const shown = await storage.perform(() =>
      storage.stores.approvals.listOfUser({ userId: user.id, isWaiting, offset: 0, limit: 20 }),
    );
    if (shown.length > 0) dice.pick(BAG)({ simulation, dice, asked: dice.pick(shown) });
  }
}

interface Deed {
  readonly simulation: Simulation;
  readonly dice: Dice;
  readonly asked: Approval;
}

const DEEDS: readonly (readonly [weight: number, deed: (deed: Deed) => void])[] = [
  [8, approve],
  [3, refuse],
  [1, refuseAll],
  [3, pressTwice],
  [3, approveAtTheEnd],
  [3, approveLate],
  [3, () => undefined],
];
const BAG = DEEDS.flatMap(([weight, deed]) => Array(weight).fill(deed));

function approve({ simulation, dice, asked }: Deed): void {
  const given = { device: 'a phone', raisesAskAbove: dice.chance(0.15) };
  const diesIn = dice.chance(0.12) ? dice.between(1, 25) : null;
  decide(simulation, asked, 'approves', async (parts) => {
    if (diesIn !== null) parts.life.dieIn(diesIn);
    const { state } = await approvePayment(parts, asked, given);
    return state;
  });
}

function refuse({ simulation, asked }: Deed): void {
  decide(simulation, asked, 'refuses', async ({ approvals, clock }) => {
    const end = { state: 'refused', at: clock.now(), device: 'a phone' } as const;
    return (await approvals.end(asked.id, end)) ? 'refused' : null;
  });
}

function refuseAll({ simulation, asked }: Deed): void {
  decide(simulation, asked, 'refuses all', async ({ approvals, clock }) => {
    await approvals.refuseAll(asked, clock.now(), 'a phone');
    return null;
  });
}

/** On two devices, or with a second tap. */
function pressTwice(deed: Deed): void {
  approve(deed);
  (deed.dice.chance(0.6) ? approve : refuse)(deed);
}

function approveAtTheEnd(deed: Deed): void {
  const { clock } = deed.simulation;
  const leftMs = deed.asked.expiresAt.getTime() - clock.now().getTime();
  const aroundMs = leftMs + deed.dice.between(-200, 20);
  void clock.sleep(Math.max(aroundMs, 0)).then(() => approve(deed));
}

/** By then it may be over, its spender disconnected, or the database an earlier one. */
function approveLate(deed: Deed): void {
  void deed.simulation.clock.sleep(deed.dice.between(1, 60_000)).then(() => approve(deed));
}

function decide(
  simulation: Simulation,
  asked: Approval,
  deed: string,
  work: (parts: Deciding) => Promise<Approval['state'] | null>,
): void {
  const { model } = simulation;
  const name = `approval ${asked.id.slice(-8)} of ${asked.amountMsat} msat`;
  note(simulation, `an owner ${deed}: ${name}`);
  void call(simulation, async (parts, life) => {
    const state = await work({ ...parts, life });
    note(simulation, `${name} is now ${state ?? 'as it was'}`);
    if (state !== null) model.verdicts.push({ approvalId: asked.id, state });
  }).catch((error: unknown) => {
    noteBug(model, error);
    note(simulation, `${name}: ${error}`);
  });
}

type Deciding = Parts & { readonly life: Life };
