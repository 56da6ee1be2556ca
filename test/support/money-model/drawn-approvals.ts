import { randomUUID } from 'node:crypto';
import { debitSat, type Sat, sat, satToMsat } from '../../../src/base/amount.ts';
import type { ApprovalGiven, MoneyRefusal } from '../../../src/ledger/money-store.ts';
import type { NewApproval } from '../../../src/payments/approval.ts';
import type { AskOutcome } from '../../../src/payments/approval-store.ts';
import { MAX_WAITING_OF_SPENDER } from '../../../src/payments/limits.ts';
import type { PlannedPayment } from '../../../src/payments/planned-payment.ts';
import { idOf } from './asked-payments.ts';
import type { Ordered } from './budgets.ts';
import { type AskedEvent, type AskingEvent, type Cast, choose } from './cast.ts';
import { momentOf, type Pick } from './drawn-events.ts';
import { newSecret, reserveEvent } from './events.ts';
import type { MoneyWorld } from './money-world.ts';

/** The calls about approvals. Each makes one event from random numbers, and none takes a list. */
export const APPROVAL_CALLS = ['ask', 'approve', 'end'] as const;
export type ApprovalCall = (typeof APPROVAL_CALLS)[number];

/** All possible answers to these calls, as in answers.ts. */
export const APPROVAL_ANSWERS: readonly string[] = [
  'ask: asked',
  'ask: asked before',
  'ask: too_many',
  'ask: idempotency_mismatch',
  'approve: reserved',
  'approve: settled',
  'approve: ordered',
  'approve: present',
  'approve: joined',
  'approve: repeated',
  'approve: refused approval_over',
  'approve: refused insufficient_balance',
  'approve: refused budget_exceeded',
  'approve: refused budget_expired',
  'end: true',
  'end: false',
];

/** Plays events in each world, one world after the other, and returns the answers of each. */
export async function playApprovals(
  cast: Cast,
  call: ApprovalCall,
  picks: readonly Pick[],
  worlds: readonly MoneyWorld[],
): Promise<readonly (readonly string[])[]> {
  const said: string[][] = worlds.map(() => []);
  for (const pick of picks) {
    for (const ask of makeCalls(cast, call, pick)) {
      for (const [place, world] of worlds.entries()) said[place]?.push(await ask(world));
    }
  }
  return said;
}

type Ask = (world: MoneyWorld) => Promise<string>;

function makeCalls(cast: Cast, call: ApprovalCall, pick: Pick): readonly Ask[] {
  switch (call) {
    case 'ask':
      return makeAsks(cast, pick);
    case 'approve':
      return makeApprove(cast, pick);
    case 'end':
      return makeEnd(cast, pick);
  }
}

const DEVICE = 'Firefox on Linux';

/**
 * Asks for what was told to ask, for what has a key, for anything, and now and then for many things
 * at once. Half of those that ask are approved at once.
 */
function makeAsks(cast: Cast, pick: Pick): readonly Ask[] {
  const [what, who, kind, , , by] = pick;
  if (kind % 12 === 11) {
    const userId = choose(cast.users, who);
    const options = { grantId: choose(cast.grantIds, by), createdAt: momentOf(cast, by) };
    return Array.from({ length: MAX_WAITING_OF_SPENDER + 1 }, () =>
      askFor(cast, { call: 'reserve', event: reserveEvent(userId, options) }, pick),
    );
  }
  const any: readonly AskingEvent[] = [
    ...cast.reserves.map((event) => ({ call: 'reserve', event }) as const),
    ...cast.internals.map((event) => ({ call: 'settleInternal', event }) as const),
    ...cast.withdrawn.map((event) => ({ call: 'withdraw', event }) as const),
  ];
  const told = [...cast.asking.values()];
  const keyed = any.filter(({ event }) => event.idempotency !== null);
  const events = [told, keyed, any][kind % 3] ?? any;
  if (events.length === 0) return [];
  const asking = choose(events, what);
  const approve: Ask = async (world) => {
    const asked = cast.asked.get(idOf(asking));
    return asked === undefined ? 'absent' : await approveIn(world, asked, approvalFor(cast, pick));
  };
  return who % 2 === 0 ? [askFor(cast, asking, pick), approve] : [askFor(cast, asking, pick)];
}

function askFor(cast: Cast, asking: AskingEvent, [, , , , wait]: Pick): Ask {
  const approval = newApproval(asking, choose(WAITS_MS, wait));
  const { paymentId } = approval.planned.ids;
  return async ({ approvals }) => {
    const outcome = await approvals.ask(approval);
    if (outcome.kind === 'asked' && outcome.id === approval.id) {
      cast.asked.set(paymentId, { asking, approvalId: approval.id });
    }
    return `ask: ${wordOfAsk(outcome, approval)}`;
  };
}

/** From a wait that is over within a moment to one that outlasts the script. */
const WAITS_MS = [300_000, 86_400_000, 4e10, 8e10];

const wordOfAsk = (outcome: AskOutcome, { id }: NewApproval): string =>
  outcome.kind === 'asked' && outcome.id !== id ? 'asked before' : outcome.kind;

function newApproval(asking: AskingEvent, waitMs: number): NewApproval {
  const { event } = asking;
  const { userId, grantId, createdAt } = ordererOf(asking);
  const maxFeeSat = maxFeeOf(asking);
  const planned = { ...plannedOf(asking), maxFeeSat };
  const amountMsat = 'order' in event ? event.order.amountMsat : satToMsat(event.amountSat);
  return {
    id: randomUUID(),
    ...{ userId, grantId, planned, amountMsat, createdAt },
    paymentHash: 'order' in event ? event.order.paymentHash : null,
    maxFeeSat,
    claim: event.idempotency,
    expiresAt: new Date(createdAt.getTime() + waitMs),
  };
}

const ordererOf = ({ event }: AskingEvent): Ordered => ('order' in event ? event.order : event);

function plannedOf({ event }: AskingEvent): Omit<PlannedPayment, 'maxFeeSat'> {
  if ('order' in event) {
    const { id: paymentId, identifier, destination, amountMsat, memo, records } = event.order;
    const preimage = event.order.preimage ?? newSecret().preimage;
    const order = {
      kind: 'keysend',
      destination,
      amountMsat,
      memo,
      records,
      sentTo: null,
    } as const;
    return { ids: { paymentId, identifier, preimage }, order };
  }
  const { id: paymentId, identifier, address, amountSat, speed } = event;
  const order = { kind: 'onchain', address, amountSat, speed } as const;
  return { ids: { paymentId, identifier, preimage: newSecret().preimage }, order };
}

/** What is held beside the amount. */
function maxFeeOf({ call, event }: AskingEvent): Sat {
  switch (call) {
    case 'reserve':
      return sat(event.heldSat - debitSat(event.order.amountMsat));
    case 'withdraw':
      return sat(event.internal === null ? event.heldSat - event.amountSat : 0n);
    case 'settleInternal':
      return sat(0n);
  }
}

function makeApprove(cast: Cast, pick: Pick): readonly Ask[] {
  const asked = [...cast.asked.values()];
  if (asked.length === 0) return [];
  const one = choose(asked, pick[0]);
  return [async (world) => await approveIn(world, one, approvalFor(cast, pick))];
}

const approvalFor = (
  cast: Cast,
  [, , raises, , when]: Pick,
): Omit<ApprovalGiven, 'approvalId'> => ({
  at: momentOf(cast, when),
  device: DEVICE,
  raisesAskAbove: raises % 4 === 3,
});

async function approveIn(
  world: MoneyWorld,
  { asking, approvalId }: AskedEvent,
  given: Omit<ApprovalGiven, 'approvalId'>,
): Promise<string> {
  const found = await world.approvals.find(approvalId);
  if (found === null) return 'absent';
  return `approve: ${await book(world, asking, { ...given, approvalId })}`;
}

/** Books the payment that has asked, with its approval. */
async function book(
  { store, withdrawals }: MoneyWorld,
  { call, event }: AskingEvent,
  approval: ApprovalGiven,
): Promise<string> {
  switch (call) {
    case 'reserve':
      return wordsOf((await store.reserve([{ ...event, approval }]))[0]);
    case 'settleInternal':
      return wordsOf((await store.settleInternal([{ ...event, approval }]))[0]);
    case 'withdraw':
      return wordsOf(await withdrawals.order({ ...event, approval }));
  }
}

function wordsOf(outcome?: { readonly kind: string; readonly refusal?: MoneyRefusal }): string {
  if (outcome === undefined) return 'nothing';
  return outcome.refusal === undefined ? outcome.kind : `refused ${outcome.refusal.kind}`;
}

/** One ends, or several at once: all of a spender, those that are over, those of a grant revoked. */
function makeEnd(cast: Cast, [what, who, how, many, when, by]: Pick): readonly Ask[] {
  const at = momentOf(cast, when);
  const grant = { userId: choose(cast.users, who), grantId: choose(cast.grantIds, by) };
  switch (many % 8) {
    case 5:
      return [
        async ({ approvals }) => `end: ${await approvals.refuseAll(grant, at, DEVICE)} of all`,
      ];
    case 6:
      return [async (world) => world.endDue(at).then(() => 'end: those that are over')];
    case 7:
      return [async (world) => world.revokeGrant(cast.revocable).then(() => 'end: by revoking')];
  }
  const asked = [...cast.asked.values()];
  if (asked.length === 0) return [];
  const { approvalId } = choose(asked, what);
  const state = choose(['refused', 'expired', 'withdrawn', 'failed'] as const, how);
  const end = { state, at, device: state === 'refused' ? DEVICE : null };
  return [async ({ approvals }) => `end: ${await approvals.end(approvalId, end)}`];
}
