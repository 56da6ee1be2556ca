import { msat } from '../../../src/base/amount.ts';
import type { Clock } from '../../../src/base/clock.ts';
import type { SendOrder, SendOutcome } from '../../../src/lightning/node-port.ts';
import type { Bill } from '../../support/scripted-node/bills.ts';
import type { SendPlan } from '../../support/scripted-node/payments.ts';
import type { SimulatedNode } from '../simulated-node.ts';

/** What a node may do with a payment, and what of it the service hears. */
export interface NodeAnswer {
  /** What has happened before the payment is ordered. */
  before?(scene: NodeScene, bill: Bill): void;
  take(scene: NodeScene, order: SendOrder, acknowledge: Acknowledge): Promise<SendOutcome>;
  /** The node never proves what became of it. */
  readonly isUnprovable?: boolean;
  /** The node has paid the hash for someone else, which no one can tell later. */
  readonly isOfOthers?: boolean;
}

export type Acknowledge = (index: bigint) => void;

export interface NodeScene {
  readonly node: SimulatedNode;
  readonly clock: Clock;
  /** Happens after so much time; until then the world is not quiet. */
  later(ms: number, event: () => void): void;
}

/** Half a sat more than some sats, so that books have to round. */
export const AMOUNT_MSAT = msat(1_000_500n);
const FEE_MSAT = 1250n;
const SUCCEED: SendPlan = { kind: 'succeed', feeMsat: FEE_MSAT };
const FAIL: SendPlan = { kind: 'fail', reason: 'no_route' };
/** Shorter than all graces: what was sent arrives while no one may believe that it never will. */
const WAY_MS = 3000;
const HOLD_MS = 6000;
const UNKNOWN: SendOutcome = { kind: 'unknown', detail: 'the connection broke' };
const UNAVAILABLE = 14;

/** The node takes it and does as planned; all of that is heard unless the acknowledgement is not. */
const play = (
  { node }: NodeScene,
  plan: SendPlan,
  order: SendOrder,
  acknowledge: Acknowledge = () => undefined,
): Promise<SendOutcome> => {
  const { books } = node.scripted;
  books.plan = plan;
  const before = books.newestIndex;
  const outcome = node.scripted.send(order, { signal: never(), onAcknowledged: acknowledge });
  if (books.newestIndex > before) node.ours.set(books.newestIndex, order.paymentHash);
  return outcome;
};

/** One for each, so that what waits for it can be forgotten. */
const never = (): AbortSignal => new AbortController().signal;

/** What is in flight for this hash ends after a while. */
const endLater = (scene: NodeScene, plan: SendPlan, { paymentHash }: SendOrder): void =>
  scene.later(HOLD_MS, () => {
    const { scripted } = scene.node;
    if (scripted.books.payments.get(paymentHash)?.kind !== 'in_flight') return;
    if (plan.kind === 'succeed' || plan.kind === 'fail') scripted.end(paymentHash, plan);
  });

const heard = (plan: SendPlan): NodeAnswer => ({
  take: (scene, order, acknowledge) => play(scene, plan, order, acknowledge),
});

const held = (plan: SendPlan): NodeAnswer => ({
  take: (scene, order, acknowledge) => {
    endLater(scene, plan, order);
    return play(scene, { kind: 'hold' }, order, acknowledge);
  },
});

/** The node does its part, and the answer is lost. */
const lost = (plan: SendPlan): NodeAnswer => ({
  take: async (scene, order) => {
    void play(scene, plan, order);
    return UNKNOWN;
  },
});

/** The node acknowledges, the connection breaks, and the payment goes on. */
const lostOnTheWay = (plan: SendPlan): NodeAnswer => ({
  take: async (scene, order, acknowledge) => {
    endLater(scene, plan, order);
    void play(scene, { kind: 'hold' }, order, acknowledge);
    await scene.clock.sleep(500);
    return UNKNOWN;
  },
});

/** No one waits any more when the request arrives. */
const late = (plan: SendPlan): NodeAnswer => ({
  take: async (scene, order) => {
    scene.later(WAY_MS, () => void play(scene, plan, order));
    return UNKNOWN;
  },
});

const refused = (code: number): NodeAnswer => ({
  take: async () => ({ kind: 'refused', code, detail: 'not now' }),
});

/** The node is gone for a while, right after it did its part. */
const away = (isTaken: boolean): NodeAnswer => ({
  take: async (scene, order) => {
    if (isTaken) void play(scene, SUCCEED, order);
    const { books } = scene.node.scripted;
    books.isAway = true;
    scene.later(HOLD_MS, () => {
      books.isAway = false;
    });
    return UNKNOWN;
  },
});

const goneBefore: NodeAnswer = {
  before: ({ node: { scripted }, later }) => {
    scripted.books.isAway = true;
    later(HOLD_MS, () => {
      scripted.books.isAway = false;
    });
  },
  take: (scene, order, acknowledge) => play(scene, SUCCEED, order, acknowledge),
};

const silent: NodeAnswer = {
  take: (scene, order, acknowledge) => {
    void play(scene, SUCCEED, order, acknowledge);
    return new Promise(() => undefined);
  },
};

/** The request arrives twice, and the answer to the second one is heard. */
const doubled = (plan: SendPlan): NodeAnswer => ({
  take: (scene, order, acknowledge) => {
    endLater(scene, plan, order);
    void play(scene, { kind: 'hold' }, order);
    return play(scene, { kind: 'hold' }, order, acknowledge);
  },
});

const toldTwice: NodeAnswer = {
  take: (scene, order, acknowledge) =>
    play(scene, SUCCEED, order, (index) => {
      acknowledge(index);
      acknowledge(index);
    }),
};

const refusedThoughTaken: NodeAnswer = {
  take: async (scene, order) => {
    void play(scene, SUCCEED, order);
    return { kind: 'refused', code: UNAVAILABLE, detail: 'too busy to say more' };
  },
};

const unproven: NodeAnswer = {
  take: (scene, order, acknowledge) => {
    scene.node.scripted.books.preimages.set(order.paymentHash, '00'.repeat(32));
    return play(scene, SUCCEED, order, acknowledge);
  },
  isUnprovable: true,
};

const forgotten: NodeAnswer = {
  take: async (scene, order, acknowledge) => {
    void play(scene, { kind: 'hold' }, order, acknowledge);
    await scene.clock.sleep(500);
    scene.node.scripted.books.payments.delete(order.paymentHash);
    return UNKNOWN;
  },
  isUnprovable: true,
};

/** Someone has paid the same hash from this node before. */
const paidBefore: NodeAnswer = {
  before: ({ node: { scripted } }, { paymentHash, preimage }) => {
    scripted.takeForOthers(paymentHash);
    const paid = { amountMsat: AMOUNT_MSAT, feeMsat: msat(FEE_MSAT), preimage };
    const paymentIndex = scripted.books.newestIndex;
    scripted.books.payments.set(paymentHash, { kind: 'succeeded', paymentIndex, ...paid });
  },
  take: (scene, order, acknowledge) => play(scene, SUCCEED, order, acknowledge),
  isOfOthers: true,
};

/** Another node answers at the address for a while. */
const replaced = (isTaken: boolean): NodeAnswer => ({
  take: async (scene, order) => {
    const { node } = scene;
    if (isTaken) void play(scene, SUCCEED, order);
    node.isReplaced = true;
    node.scripted.says.pubkey = OTHER_PUBKEY;
    node.cutConnections();
    scene.later(HOLD_MS, () => {
      node.isReplaced = false;
      node.scripted.says.pubkey = node.scripted.identity.pubkey;
      node.cutConnections();
    });
    return UNKNOWN;
  },
});

const OTHER_PUBKEY = `02${'33'.repeat(32)}`;

/** The node starts again, and for a while knows less than it did. */
const catchesUp: NodeAnswer = {
  take: async (scene, order) => {
    const { scripted } = scene.node;
    void play(scene, SUCCEED, order);
    const said = scripted.books.payments.get(order.paymentHash);
    scripted.books.payments.delete(order.paymentHash);
    scripted.says.synced = false;
    scene.later(HOLD_MS, () => {
      if (said !== undefined) scripted.books.payments.set(order.paymentHash, said);
      scripted.says.synced = true;
    });
    return UNKNOWN;
  },
};

export const NODE_ANSWERS: Readonly<Record<string, NodeAnswer>> = {
  done: heard(SUCCEED),
  failed: heard(FAIL),
  'done for more than the limit': heard({ kind: 'succeed', feeMsat: 50_000n }),
  'done, told twice': toldTwice,
  'done without a proof': unproven,
  'done in silence': silent,
  'done after a while': held(SUCCEED),
  'failed after a while': held(FAIL),
  'held for ever': { ...heard({ kind: 'hold' }), isUnprovable: true },
  'done, answer lost': lost(SUCCEED),
  'failed, answer lost': lost(FAIL),
  'done later, answer lost': lostOnTheWay(SUCCEED),
  'failed later, answer lost': lostOnTheWay(FAIL),
  'request lost': lost({ kind: 'lose', isTaken: false }),
  'done, request late': late(SUCCEED),
  'failed, request late': late(FAIL),
  'done, request doubled': doubled(SUCCEED),
  'failed, request doubled': doubled(FAIL),
  refused: refused(2),
  'refused as busy': refused(UNAVAILABLE),
  'refused as busy, but done': refusedThoughTaken,
  'acknowledged and forgotten': forgotten,
  'paid for others before': paidBefore,
  'away since the request': away(false),
  'away since it was done': away(true),
  'away before the request': goneBefore,
  'another node since the request': replaced(false),
  'another node since it was done': replaced(true),
  'done, then catching up': catchesUp,
};
