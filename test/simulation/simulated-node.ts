import type { Clock } from '../../src/base/clock.ts';
import type { Random } from '../../src/base/random.ts';
import type { NodePayment, SendOrder, SendOutcome } from '../../src/lightning/node-port.ts';
import type { SendPlan } from '../support/scripted-node/payments.ts';
import { createScriptedNode, type ScriptedNode } from '../support/scripted-node/scripted-node.ts';
import type { Dice } from './dice.ts';

/** The one Lightning node of a simulation: it outlives all processes. */
export interface SimulatedNode {
  /** What it knows and says; the dice decide what becomes of payments. */
  readonly scripted: ScriptedNode;
  /** Attempts that a process of the service made, by the index that the node gave them. */
  readonly ours: Map<bigint, string>;
  /** What it was asked to send, in the order of its indices, with the virtual time. */
  readonly taken: TakenOrder[];
  /** Grows whenever it cuts its connections. */
  readonly connectionsOpened: number;
  /** Ends the connections that are open now. */
  readonly connections: Set<() => void>;
  /** Another node answers at the address. */
  isReplaced: boolean;
  /** A payment has reached the node. */
  take(order: SendOrder, onAcknowledged: (index: bigint) => void): Promise<SendOutcome>;
  /** What it would say of a payment. */
  look(paymentHash: string): NodePayment;
  cutConnections(): void;
}

interface TakenOrder {
  readonly index: bigint;
  readonly order: SendOrder;
  readonly atMs: number;
}

export interface SimulatedNodeDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly dice: Dice;
}

export function createSimulatedNode(deps: SimulatedNodeDeps): SimulatedNode {
  const { clock, random } = deps;
  const scripted = createScriptedNode({ clock, random });
  const ours = new Map<bigint, string>();
  const taken: TakenOrder[] = [];
  const connections = new Set<() => void>();
  let connectionsOpened = 1;
  return {
    scripted,
    ours,
    taken,
    get connectionsOpened() {
      return connectionsOpened;
    },
    connections,
    isReplaced: false,
    take: (order, onAcknowledged) => {
      const { books } = scripted;
      const plan = drawPlan(deps, order);
      books.plan = plan;
      const before = books.newestIndex;
      const outcome = scripted.send(order, { signal: NEVER, onAcknowledged });
      if (books.newestIndex > before) {
        ours.set(books.newestIndex, order.paymentHash);
        taken.push({ index: books.newestIndex, order, atMs: clock.monotonicMs() });
        if (plan.kind === 'hold') void endLater(deps, scripted, order, books.newestIndex);
      }
      return outcome;
    },
    look: (hash) => scripted.books.payments.get(hash) ?? { kind: 'not_found' },
    cutConnections: () => {
      connectionsOpened += 1;
      for (const cut of [...connections]) cut();
      scripted.cutStreams();
    },
  };
}

/** The node goes on whatever becomes of the connection over which it was asked. */
const NEVER = new AbortController().signal;

function drawPlan(deps: SimulatedNodeDeps, order: SendOrder): SendPlan {
  const { dice } = deps;
  if (dice.chance(0.4)) return { kind: 'succeed', feeMsat: drawFee(deps, order) };
  if (dice.chance(0.35)) return { kind: 'fail', reason: 'no_route' };
  if (dice.chance(0.1)) {
    return { kind: 'refuse', code: dice.pick([2, 3, 5, 14]), detail: 'refused by the dice' };
  }
  return { kind: 'hold' };
}

/** Held by someone on the way for a while, then settled or failed. */
async function endLater(
  deps: SimulatedNodeDeps,
  scripted: ScriptedNode,
  order: SendOrder,
  index: bigint,
): Promise<void> {
  const { dice, clock } = deps;
  const settles = dice.chance(0.6);
  const feeMsat = drawFee(deps, order);
  await clock.sleep(dice.between(1, dice.chance(0.2) ? 50_000 : 5000));
  const known = scripted.books.payments.get(order.paymentHash);
  if (known?.kind !== 'in_flight' || known.paymentIndex !== index) return;
  const reason = dice.pick(['no_route', 'timeout', 'incorrect_details'] as const);
  scripted.end(
    order.paymentHash,
    settles ? { kind: 'succeed', feeMsat } : { kind: 'fail', reason },
  );
}

/** Nodes keep to the limit, as good as always. */
function drawFee({ dice }: SimulatedNodeDeps, { maxFeeMsat }: SendOrder): bigint {
  const mostMsat = Number(maxFeeMsat);
  return BigInt(dice.chance(0.02) ? mostMsat + dice.below(3000) : dice.below(mostMsat + 1));
}
