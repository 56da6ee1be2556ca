import { decodeTransactionHex, txidOf } from '../../../src/lightning/bitcoin/transaction.ts';
import type { ChainSpending } from '../../../src/lightning/chain-spending.ts';
import { identifierOfBumpLabel } from '../../../src/onchain/fee-bump.ts';
import type { Onchain } from '../../../src/onchain/look-at-chain.ts';
import { identifierOfLabel } from '../../../src/onchain/withdrawal-label.ts';
import type { Life } from '../life.ts';
import type { SimulatedNode } from '../simulated-node.ts';
import { nodeFault, type Weather } from '../weather.ts';
import { callOver, type Wire, wired } from '../wire.ts';
import type { Attempt, ChainWorld } from './chain-world.ts';

export interface ChainLinkDeps {
  readonly world: ChainWorld;
  readonly node: SimulatedNode;
  readonly life: Life;
  readonly weather: Weather;
  /** Told of each transaction that arrives at the node to be published. */
  readonly onPublish: (attempt: Attempt) => Promise<void>;
  /** Told of each that raises a fee, when it arrives there. */
  readonly onBump: (attempt: Attempt) => Promise<void>;
}

/** The wallet of the node and the chain, as one process reaches them. */
export function linkChain(deps: ChainLinkDeps): Onchain {
  const { world, node, life, weather, onPublish, onBump } = deps;
  const { wallet, spending } = world.chain;
  const wire: Wire = {
    ...{ life, weather, newFault: nodeFault },
    perform: (call) => call(),
    // Another node would refuse the macaroon.
    isAway: () => node.scripted.books.isAway || node.isReplaced,
  };
  const close = async (): Promise<void> => undefined;
  const plain: ChainSpending = {
    ...spending,
    close,
    publish: async (raw, label) => {
      const transaction = decodeTransactionHex(raw);
      const txid = transaction === null ? '' : txidOf(transaction);
      const identifier = identifierOfLabel(label);
      if (identifier !== null) await onPublish({ identifier, txid });
      const bumped = identifierOfBumpLabel(label);
      if (bumped !== null) await onBump({ identifier: bumped, txid });
      return await spending.publish(raw, label);
    },
  };
  const tip = async () => {
    const { isSynced, ...rest } = await wallet.tip();
    return { ...rest, isSynced: isSynced && node.scripted.says.synced };
  };
  const chainWallet = { ...wallet, tip, close };
  const late = lateBy(wire);
  return {
    chainWallet: { ...wired(() => chainWallet, wire), changes: wallet.changes, close },
    chainSpending: {
      ...wired(() => plain, wire),
      fund: (order) => late(() => plain.fund(order)),
      sign: (psbt) => late(() => plain.sign(psbt)),
      publish: (raw, label) => late(() => plain.publish(raw, label)),
      close,
    },
    rules: world.rules,
  };
}

/** Shorter than the time after which a new leader believes what the wallet says. */
const LONGEST_WAY_MS = 8000;

/** Some requests arrive when their process has given them up, or is no more. */
const lateBy =
  (wire: Wire) =>
  async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    const { dice, clock, errorShare } = wire.weather;
    if (errorShare === 0 || !dice.chance(0.15)) return await callOver(wire, call);
    await wire.life.step();
    void clock.sleep(dice.between(1, LONGEST_WAY_MS)).then(async () => {
      if (!wire.isAway()) await call();
    });
    throw wire.newFault();
  };
