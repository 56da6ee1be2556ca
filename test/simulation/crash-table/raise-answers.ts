import { identifierOfBumpLabel } from '../../../src/onchain/fee-bump.ts';
import {
  type Bent,
  blocksLater,
  CHAIN_ANSWERS,
  type ChainAnswer,
  type ChainScene,
  FINAL_DEPTH,
  inTurn,
  mineEmpty,
  reorganise,
  spendOtherwise,
} from './chain-answers.ts';

/** What wallet and chain may do with a transaction that raises the fee of a withdrawal. */

const isRaise = (label: string): boolean => identifierOfBumpLabel(label) !== null;

type Event = NonNullable<ChainAnswer['published']>;

/** The withdrawal waits; something happens once what raises its fee is published. */
const onceRaised =
  (event: Event): Event =>
  (scene, txid) => {
    const label = scene.chain.published.find((one) => one.txid === txid)?.label ?? '';
    if (isRaise(label)) event(scene, txid);
  };

/** As the node does it for withdrawals, only for what raises a fee. */
const asFor =
  (name: string) =>
  (scene: ChainScene): Bent => {
    const { publish, ...others } = CHAIN_ANSWERS[name]?.spending?.(scene) ?? {};
    if (publish === undefined) return others;
    return {
      ...others,
      publish: (raw, label) =>
        isRaise(label) ? publish(raw, label) : scene.chain.spending.publish(raw, label),
    };
  };

const withdrawalOf = ({ chain }: ChainScene): string =>
  chain.published.find(({ label }) => !isRaise(label))?.txid ?? '';

/** One block has both, and so many stand on it that it stays. */
const mineBoth: Event = (scene, txid) => {
  scene.chain.mine(withdrawalOf(scene), txid);
  mineEmpty(scene, FINAL_DEPTH - 1);
};

/** Another program spends a coin of this transaction, which is ours. */
const replace =
  (txidOf: (scene: ChainScene, txid: string) => string): Event =>
  (scene, txid) =>
    spendOtherwise(scene, scene.chain.transactionOf(txidOf(scene, txid)), FINAL_DEPTH);

const MINED = onceRaised(blocksLater(1, mineBoth));

const NAMES = [
  'signature lost',
  'another one signed',
  'done, answer lost',
  'request lost',
  'request late',
  'taken without effect',
  'refused once',
  'refused, though done',
];

export const RAISE_ANSWERS: Readonly<Record<string, ChainAnswer>> = {
  done: { published: MINED },
  ...Object.fromEntries(NAMES.map((name) => [name, { spending: asFor(name), published: MINED }])),
  'the withdrawal is mined before': {
    published: onceRaised(
      inTurn(
        blocksLater(1, (scene) => scene.chain.mine(withdrawalOf(scene))),
        blocksLater(4, mineBoth),
      ),
    ),
  },
  'mined, out again, mined again': {
    published: onceRaised(
      inTurn(
        blocksLater(1, (scene, txid) => scene.chain.mine(withdrawalOf(scene), txid)),
        blocksLater(2, reorganise(1)),
        blocksLater(3, mineBoth),
      ),
    ),
  },
  'mined, out again, replaced': {
    published: onceRaised(
      inTurn(
        blocksLater(1, (scene, txid) => scene.chain.mine(withdrawalOf(scene), txid)),
        blocksLater(2, reorganise(1)),
        blocksLater(3, replace(withdrawalOf)),
      ),
    ),
  },
  'the withdrawal is replaced, six deep': {
    published: onceRaised(blocksLater(1, replace(withdrawalOf))),
  },
  'what comes back is spent by others': {
    published: onceRaised(
      inTurn(
        blocksLater(1, (scene) => scene.chain.mine(withdrawalOf(scene))),
        blocksLater(
          2,
          replace((_, txid) => txid),
        ),
      ),
    ),
  },
};
