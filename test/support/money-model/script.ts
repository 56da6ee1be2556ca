import fc from 'fast-check';
import { BugError } from '../../../src/base/assert.ts';
import {
  MoneyEventRejected,
  type MoneyStore,
  type ReserveEvent,
} from '../../../src/ledger/money-store.ts';
import { type ListCall, type Said, wordsOf } from './answers.ts';
import { noteAnswer } from './asked-payments.ts';
import { type Cast, choose, lease } from './cast.ts';
import { type ApprovalCall, playApprovals } from './drawn-approvals.ts';
import {
  type BudgetChange,
  makeBudgetChange,
  makeCredit,
  makeEnd,
  makeInternal,
  makeReserve,
  type Pick,
} from './drawn-events.ts';
import { playWithdrawals, type WithdrawalCall } from './drawn-withdrawals.ts';
import { OWNER } from './events.ts';
import type { MoneyWorld } from './money-world.ts';

/**
 * A step of a random script. The script has few users, hashes, invoices and keys, so that events
 * often share them, and an event is often a repetition.
 */
export interface Step {
  readonly call:
    | ListCall
    | WithdrawalCall
    | ApprovalCall
    | 'dispatch'
    | 'cancel'
    | 'lead'
    | 'budget'
    | 'wait';
  readonly picks: readonly Pick[];
}

/** The calls of a script. A call that is listed several times is made more often. */
const CALLS: readonly Step['call'][] = [
  'reserve',
  'reserve',
  'reserve',
  'settleInternal',
  'settleInternal',
  'dispatch',
  'dispatch',
  'resolve',
  'resolve',
  'resolve',
  'credit',
  'credit',
  'withdraw',
  'withdraw',
  'sign',
  'sign',
  'settleWithdrawal',
  'giveBack',
  'cancel',
  'lead',
  'budget',
  'budget',
  'wait',
  'wait',
  'ask',
  'ask',
  'approve',
  'end',
];

export function scriptOf(limits: {
  readonly maxSteps: number;
  readonly maxEvents: number;
}): fc.Arbitrary<readonly Step[]> {
  const number = fc.nat({ max: 719 });
  const pick: fc.Arbitrary<Pick> = fc.tuple(number, number, number, number, number, number);
  const call = fc.constantFrom(...CALLS);
  const upTo = (maxLength: number) => ({ minLength: 1, maxLength, size: 'max' as const });
  const picks = fc.array(pick, upTo(limits.maxEvents));
  return fc.array(fc.record({ call, picks }), upTo(limits.maxSteps));
}

/** Plays a step in each world, and returns the answers of all. */
export async function playStep(
  cast: Cast,
  { call, picks }: Step,
  worlds: readonly MoneyWorld[],
): Promise<readonly unknown[]> {
  switch (call) {
    case 'dispatch': {
      const events = cast.reserved.length === 0 ? [] : picks.map(([n]) => choose(cast.reserved, n));
      return await inEach(worlds, (world) => beginAll(world, events));
    }
    case 'withdraw':
    case 'sign':
    case 'settleWithdrawal':
    case 'giveBack': {
      const said = await playWithdrawals(cast, call, picks, worlds);
      cast.heard.push(...(said[0] ?? []));
      return said;
    }
    case 'ask':
    case 'approve':
    case 'end': {
      const said = await playApprovals(cast, call, picks, worlds);
      cast.heard.push(...(said[0] ?? []));
      return said;
    }
    case 'cancel':
      return await inEach(worlds, (world) => world.cancelPendingItems(cast.batch.id));
    case 'budget': {
      const changes = picks.map((pick) => makeBudgetChange(cast, pick));
      return await inEach(worlds, (world) => changeBudgets(world, changes));
    }
    case 'wait':
      cast.time.place += 1;
      return [];
    case 'lead':
      lease.fence += 1n;
      return await inEach(worlds, (world) => world.raiseFence(lease.fence));
    default: {
      const said = await playList(cast, { call, picks }, worlds);
      cast.heard.push(...said.slice(0, 1).flatMap((first) => wordsOf(call, first)));
      return said;
    }
  }
}

const inEach = <Answer>(
  worlds: readonly MoneyWorld[],
  ask: (world: MoneyWorld) => Promise<Answer>,
): Promise<Answer[]> => Promise.all(worlds.map(ask));

async function beginAll(world: MoneyWorld, events: readonly ReserveEvent[]) {
  const begun: boolean[] = [];
  for (const { order } of events) begun.push(await world.beginDispatch(order.id, OWNER));
  return begun;
}

/** Changes budgets, and returns how each budget stands right after its change. */
async function changeBudgets({ budgets }: MoneyWorld, changes: readonly BudgetChange[]) {
  const seen: unknown[] = [];
  for (const { grant, budget, at } of changes) {
    await budgets.setBudget(grant, budget, at);
    seen.push(await budgets.readBudgets(grant.userId, [grant.grantId], at));
  }
  return seen;
}

/** Plays a list in each world. */
async function playList(
  cast: Cast,
  { call, picks }: { readonly call: ListCall; readonly picks: readonly Pick[] },
  worlds: readonly MoneyWorld[],
): Promise<readonly Said[]> {
  const sayInEach = (ask: (store: MoneyStore) => Promise<Said>) =>
    inEach(worlds, ({ store }) => ask(store).catch(answerRejection));
  switch (call) {
    case 'reserve': {
      const events = picks.map((pick) => makeReserve(cast, pick));
      const said = await sayInEach((store) => store.reserve(events));
      const reserved = events.filter((_, place) => isReserved(said[0], place));
      cast.reserved.push(...reserved);
      for (const [place, event] of events.entries()) {
        noteAnswer(cast, { call, event }, answerAt(said, place));
      }
      return said;
    }
    case 'settleInternal': {
      const events = picks.map((pick) => makeInternal(cast, pick));
      const said = await sayInEach((store) => store.settleInternal(events));
      for (const [place, event] of events.entries()) {
        noteAnswer(cast, { call, event }, answerAt(said, place));
      }
      return said;
    }
    case 'resolve': {
      const events = picks.map((pick) => makeEnd(cast, pick));
      return await sayInEach((store) => store.resolve(events));
    }
    case 'credit': {
      const events = picks.map((pick) => makeCredit(cast, pick));
      return await sayInEach((store) => store.credit(events));
    }
  }
}

const answerAt = (said: readonly Said[], place: number) =>
  said[0] === 'rejected' ? undefined : said[0]?.[place];

const isReserved = (said: Said = 'rejected', place: number): boolean =>
  said !== 'rejected' && said[place]?.kind === 'reserved';

/** Translates the rejection of a list, which each world reports in its own words. */
function answerRejection(error: unknown): 'rejected' {
  if (error instanceof MoneyEventRejected || error instanceof BugError) return 'rejected';
  throw error;
}
