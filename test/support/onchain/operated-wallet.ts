import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { sat } from '../../../src/base/amount.ts';
import { bytesToHex } from '../../../src/base/hex.ts';
import { addressOfScript, scriptOfAddress } from '../../../src/lightning/bitcoin/address.ts';
import { decodePsbt } from '../../../src/lightning/bitcoin/psbt.ts';
import {
  encodeTransaction,
  FINAL_SEQUENCE,
  txidOf,
} from '../../../src/lightning/bitcoin/transaction.ts';
import type { ChainSpending, Lease } from '../../../src/lightning/chain-spending.ts';
import type { WalletTransaction } from '../../../src/lightning/chain-wallet.ts';
import { labelOf } from '../../../src/onchain/withdrawal-label.ts';
import type { NewWithdrawal } from '../../../src/onchain/withdrawal-store.ts';
import { createFakeChain } from './fake-chain.ts';
import { newHash } from './withdrawal-events.ts';

/** A wallet in memory of which operators ask what has become of withdrawals. */
export function createOperatedWallet() {
  const chain = createFakeChain();
  const leases: Lease[] = [];
  const notAsked = (): never => assert.fail('nothing is sent');
  const chainSpending: ChainSpending = {
    feeRate: notAsked,
    estimateFee: notAsked,
    fund: notAsked,
    sign: async (psbt) => {
      const decoded = decodePsbt(Buffer.from(psbt, 'base64')) ?? assert.fail();
      return bytesToHex(encodeTransaction(decoded.transaction));
    },
    publish: async () => ({ kind: 'handed_over' }),
    listLeases: async () => leases,
    lease: notAsked,
    release: notAsked,
    requiredReserve: notAsked,
    close: async () => undefined,
  };
  const onchain = {
    chainWallet: chain.wallet,
    chainSpending,
    rules: {
      confirmations: [{ fromSat: 0n, confirmations: 3 }],
      minReceiveSat: sat(10_000n),
      minSendSat: sat(5000n),
      maxFeeRate: 200n,
    },
  };
  /** The wallet lists a transaction for this order; answers its id. */
  const addSent = (
    { address, amountSat, identifier }: NewWithdrawal,
    hasLabel: boolean,
  ): string => {
    const input = { txid: newHash(), index: 0 };
    const transaction = {
      version: 2,
      inputs: [{ ...input, scriptSig: '', sequence: FINAL_SEQUENCE, witness: [] }],
      outputs: [
        { script: scriptOfAddress(address, 'regtest') ?? assert.fail(), valueSat: amountSat },
        { script: `5120${randomBytes(32).toString('hex')}`, valueSat: 70_000n },
      ],
      lockTime: 0,
    };
    const txid = txidOf(transaction);
    const listed: WalletTransaction = {
      txid,
      block: null,
      inputs: [input],
      outputs: [],
      feeSat: sat(700n),
      raw: Buffer.from(encodeTransaction(transaction)).toString('hex'),
      label: hasLabel ? labelOf(identifier) : '',
    };
    chain.phantoms.push(listed);
    return txid;
  };
  return {
    chain,
    leases,
    onchain,
    addSent,
    /** The next addresses of the wallet are real ones. */
    planAddresses: (count: number) =>
      chain.planAddresses(Array.from({ length: count }, taprootAddress)),
  };
}

export type OperatedWallet = ReturnType<typeof createOperatedWallet>;

function taprootAddress(): string {
  const script = `5120${randomBytes(32).toString('hex')}`;
  return addressOfScript(script, 'regtest') ?? assert.fail();
}
