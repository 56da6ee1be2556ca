import { hexToBytes } from '../../../src/base/hex.ts';
import { refuse } from '../../../src/base/result.ts';
import { decodePsbt, encodePsbt } from '../../../src/lightning/bitcoin/psbt.ts';
import { decodeTransaction, type Transaction } from '../../../src/lightning/bitcoin/transaction.ts';
import type { ChainSpending } from '../../../src/lightning/chain-spending.ts';
import { NodeFault } from '../../../src/lightning/node-port.ts';
import type { SimulatedChain } from '../chain/simulated-chain.ts';

/** What wallet and chain may do with a withdrawal, and what of it the service hears. */
export interface ChainAnswer {
  readonly spending?: (scene: ChainScene) => Bent;
  /** What happens once the network has the transaction; without it, a block soon has it too. */
  readonly published?: (scene: ChainScene, txid: string) => void;
}

export type Bent = Partial<Pick<ChainSpending, 'fund' | 'sign' | 'publish'>>;

export interface ChainScene {
  readonly chain: SimulatedChain;
  /** Happens after so much time; until then the world is not quiet. */
  later(ms: number, event: () => void): void;
}

/** Shorter than all graces: what was sent arrives while no one may believe that it never will. */
const WAY_MS = 3000;
const BLOCK_MS = 4000;
export const FINAL_DEPTH = 6;

const fault = (): NodeFault => new NodeFault('the connection broke');

/** Only the first call of a run goes otherwise. */
const once =
  (otherwise: (scene: ChainScene) => Bent): ((scene: ChainScene) => Bent) =>
  (scene) => {
    const bent = Object.entries(otherwise(scene)).map(([name, method]) => {
      let isFirst = true;
      const call = (...args: unknown[]) => {
        const plain: unknown = Reflect.get(scene.chain.spending, name);
        const called = isFirst || typeof plain !== 'function' ? method : plain;
        isFirst = false;
        return Reflect.apply(called, null, args);
      };
      return [name, call] as const;
    });
    return Object.fromEntries(bent);
  };

export const blocksLater =
  (count: number, event: (scene: ChainScene, txid: string) => void) =>
  (scene: ChainScene, txid: string): void =>
    scene.later(count * BLOCK_MS, () => event(scene, txid));

const mineIt = ({ chain }: ChainScene, txid: string): void => chain.mine(txid);

export const mineEmpty = ({ chain }: ChainScene, count: number): void => {
  for (let block = 0; block < count; block += 1) chain.mine();
};

/** Another program spends the same coin, and so many blocks have that. */
export const spendOtherwise = (
  scene: ChainScene,
  ours: Transaction | null,
  depth: number,
): void => {
  if (ours === null) return;
  scene.chain.mine(scene.chain.spendOtherwise(ours));
  mineEmpty(scene, depth - 1);
};

const replace =
  (depth: number) =>
  (scene: ChainScene, txid: string): void =>
    spendOtherwise(scene, scene.chain.transactionOf(txid), depth);

/** The newest blocks are replaced by more of others, which do not have it. */
export const reorganise =
  (depth: number) =>
  (scene: ChainScene): void => {
    const { chain } = scene;
    const left = chain.reorganise(depth).flatMap(({ txids }) => txids);
    for (const txid of left.filter(isOfOthers(chain))) chain.forget(txid);
    mineEmpty(scene, depth + 1);
  };

const isOfOthers =
  ({ published }: SimulatedChain) =>
  (txid: string): boolean =>
    !published.some((one) => one.txid === txid);

export const inTurn =
  (...events: NonNullable<ChainAnswer['published']>[]): ChainAnswer['published'] & object =>
  (scene, txid) => {
    for (const event of events) event(scene, txid);
  };

const fundedOtherwise: ChainAnswer = {
  spending: once(({ chain }) => ({
    sign: async (psbt) => {
      const read = decodePsbt(Buffer.from(psbt, 'base64'));
      if (read === null) throw fault();
      const lower = read.transaction.outputs.map((one) => ({
        ...one,
        valueSat: one.valueSat - 1n,
      }));
      const outputs = lower.toReversed();
      const other = encodePsbt({ ...read, transaction: { ...read.transaction, outputs } });
      return await chain.spending.sign(Buffer.from(other).toString('base64'));
    },
  })),
};

/** Another program spends the coin while nobody has seen our transaction. */
const spentBefore: ChainAnswer = {
  spending: once((scene) => ({
    publish: async (raw) => {
      const ours = decodeTransaction(hexToBytes(raw) ?? new Uint8Array());
      scene.later(BLOCK_MS, () => spendOtherwise(scene, ours, FINAL_DEPTH));
      return { kind: 'refused', detail: 'bad-txns-inputs-missingorspent' };
    },
  })),
};

export const CHAIN_ANSWERS: Readonly<Record<string, ChainAnswer>> = {
  done: {},
  'mined after a while': { published: blocksLater(8, mineIt) },
  'refused for good': {
    spending: () => ({ fund: async () => refuse({ kind: 'refused', detail: 'dust' }) }),
  },
  'no coins for a while': {
    spending: once(({ chain, later }) => ({
      fund: async () => {
        later(BLOCK_MS, () => chain.mine());
        return refuse({ kind: 'insufficient_coins' });
      },
    })),
  },
  'fees have risen': {
    spending: ({ chain }) => ({
      fund: (order) => chain.spending.fund({ ...order, satPerKw: order.satPerKw * 2n }),
    }),
  },
  'funded, answer lost': {
    spending: once(({ chain }) => ({
      fund: async (order) => {
        await chain.spending.fund(order);
        throw fault();
      },
    })),
  },
  'funded late, answer lost': {
    spending: once(({ chain, later }) => ({
      fund: async (order) => {
        later(WAY_MS, () => void chain.spending.fund(order));
        throw fault();
      },
    })),
  },
  'signature lost': {
    spending: once(() => ({
      sign: async () => {
        throw fault();
      },
    })),
  },
  'another one signed': fundedOtherwise,
  'leases lost when signed': {
    spending: once(({ chain }) => ({
      sign: async (psbt) => {
        chain.leases.clear();
        return await chain.spending.sign(psbt);
      },
    })),
  },
  'done, answer lost': {
    spending: once(({ chain }) => ({
      publish: async (...sent) => {
        await chain.spending.publish(...sent);
        throw fault();
      },
    })),
  },
  'request lost': {
    spending: once(() => ({
      publish: async () => {
        throw fault();
      },
    })),
  },
  'request late': {
    spending: once(({ chain, later }) => ({
      publish: async (...sent) => {
        later(WAY_MS, () => void chain.spending.publish(...sent));
        throw fault();
      },
    })),
  },
  'taken without effect': {
    spending: once(() => ({ publish: async () => ({ kind: 'handed_over' }) })),
  },
  'refused once': {
    spending: once(() => ({
      publish: async () => ({ kind: 'refused', detail: 'mempool min fee not met' }),
    })),
  },
  'refused, though done': {
    spending: once(({ chain }) => ({
      publish: async (...sent) => {
        await chain.spending.publish(...sent);
        return { kind: 'refused', detail: 'txn-mempool-conflict' };
      },
    })),
  },
  'spent by others before': spentBefore,
  'replaced, six deep': { published: blocksLater(1, replace(FINAL_DEPTH)) },
  'replaced, then mined': {
    published: inTurn(
      blocksLater(1, replace(FINAL_DEPTH - 1)),
      blocksLater(2, reorganise(FINAL_DEPTH - 1)),
      blocksLater(3, mineIt),
    ),
  },
  'mined, out again, mined again': {
    published: inTurn(
      blocksLater(1, mineIt),
      blocksLater(2, reorganise(1)),
      blocksLater(3, mineIt),
    ),
  },
  'mined, out again, replaced': {
    published: inTurn(
      blocksLater(1, mineIt),
      blocksLater(2, reorganise(1)),
      blocksLater(3, replace(FINAL_DEPTH)),
    ),
  },
  'done, then catching up': {
    published: inTurn(
      ({ chain }) => {
        chain.says.isSynced = false;
      },
      blocksLater(1, mineIt),
      blocksLater(5, ({ chain }) => {
        chain.says.isSynced = true;
        chain.mine();
      }),
    ),
  },
};

/** A block that comes soon. */
export const MINED_SOON = blocksLater(1, mineIt);
