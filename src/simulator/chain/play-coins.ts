import { createHash } from 'node:crypto';
import { bytesToHex } from '../../base/hex.ts';
import {
  encodeTransaction,
  FINAL_SEQUENCE,
  type Transaction,
  txidOf,
} from '../../lightning/bitcoin/transaction.ts';
import { blockTimeSec } from '../block-clock.ts';
import type { NetworkState } from '../network-state.ts';
import { applyChainEntry } from './apply-chain-entry.ts';
import { walletAddress } from './wallet-address.ts';

/**
 * The height of the block that pays the wallets of a new network their first coins, just after the
 * block that funded the first channels.
 */
const PLAY_COINS_HEIGHT = 145;
const COINS_PER_NODE = 2;
const COIN_SAT = 50_000_000n;

/**
 * Gives the wallets of a new network their first coins. These are derived from the network's seed,
 * so that a network that an earlier version made without a chain gets them too.
 */
export function grantPlayCoins(state: NetworkState): void {
  const scripts: string[] = [];
  for (const { name, wallet } of state.nodes.values()) {
    for (let n = 0; n < COINS_PER_NODE; n += 1) {
      const label = `${name}/${wallet.addresses.size}`;
      const address = walletAddress(state.seedHex, label, 'p2tr', false);
      applyChainEntry(state, { kind: 'address_derived', node: name, address });
      scripts.push(address.script);
    }
  }
  const funding: Transaction = {
    version: 2,
    inputs: [
      {
        txid: createHash('sha256').update(state.seedHex).update('play coins').digest('hex'),
        index: 0,
        scriptSig: '',
        sequence: FINAL_SEQUENCE,
        witness: [],
      },
    ],
    outputs: scripts.map((script) => ({ valueSat: COIN_SAT, script })),
    lockTime: 0,
  };
  const timeSec = blockTimeSec(PLAY_COINS_HEIGHT);
  applyChainEntry(state, {
    kind: 'transaction_sent',
    transaction: {
      txid: txidOf(funding),
      raw: bytesToHex(encodeTransaction(funding)),
      atSec: timeSec,
      height: PLAY_COINS_HEIGHT - 1,
    },
  });
  applyChainEntry(state, {
    kind: 'block_mined',
    height: PLAY_COINS_HEIGHT,
    timeSec,
    txids: [...state.chain.mempool],
    isExtra: false,
  });
}
