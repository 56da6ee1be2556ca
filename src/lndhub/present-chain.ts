/**
 * Bitcoin of the chain as the original service lists it: as bitcoind tells of it, with amounts in
 * bitcoin. There is no payment hash, and none is made up.
 */

import { type Sat, sat, satToNumber } from '../base/amount.ts';
import { unixSeconds } from '../base/wire-time.ts';
import { exactBitcoin } from '../onchain/bitcoin-uri.ts';
import type { ChainTransaction } from '../onchain/chain-transaction-store.ts';
import { confirmationsOf, type Deposit } from '../onchain/deposit.ts';
import { feeOf, type Withdrawal } from '../onchain/withdrawal.ts';
import { bufferJson } from './buffer-json.ts';

/** @param tipHeight The height of the chain at the last look; null before the first one. */
export const presentMoved = (one: ChainTransaction, tipHeight: number | null): object =>
  one.type === 'incoming'
    ? { ...presentArriving(one.deposit, tipHeight), ...paymentFields(-one.deposit.amountSat, 0n) }
    : presentSent(one.withdrawal, tipHeight);

/** Presents a deposit in the fields of the original alone, as the list of pending ones has it. */
export const presentArriving = (deposit: Deposit, tipHeight: number | null): object => ({
  type: 'bitcoind_tx',
  category: 'receive',
  amount: bitcoinNumber(deposit.amountSat),
  ...confirmationsPart(deposit, deposit.txid === null, tipHeight),
  address: deposit.address,
  time: unixSeconds(deposit.seenAt),
  timestamp: unixSeconds(deposit.seenAt),
  txid: deposit.txid,
  memo: 'On-chain transaction',
});

/** BlueWallet reads no fee here and shows `amount`, so that is all that left the wallet. */
function presentSent(withdrawal: Withdrawal, tipHeight: number | null): object {
  const { amountSat, heldSat, state, createdAt } = withdrawal;
  const feeSat = state === 'settled' ? (feeOf(withdrawal) ?? 0n) : heldSat - amountSat;
  const leftSat = sat(amountSat + feeSat);
  return {
    type: 'bitcoind_tx',
    category: 'send',
    amount: -bitcoinNumber(leftSat),
    ...confirmationsPart(withdrawal, withdrawal.isInternal, tipHeight),
    address: withdrawal.address,
    time: unixSeconds(createdAt),
    timestamp: unixSeconds(createdAt),
    txid: withdrawal.transaction?.txid ?? null,
    memo: state === 'settled' ? 'On-chain transaction' : 'Payment in transition',
    ...paymentFields(leftSat, feeSat),
  };
}

/**
 * What apps read of each entry that know payments only: `value` is what left the wallet, so that
 * their sums fit the balance. The Alby extension shows nothing at all if an entry has no hash, so
 * there is an empty one.
 */
const paymentFields = (leftSat: bigint, feeSat: bigint): object => ({
  payment_hash: bufferJson(''),
  payment_preimage: '',
  payment_request: '',
  value: satToNumber(sat(leftSat)),
  fee: satToNumber(sat(feeSat)),
  keysend: false,
  custom_records: null,
});

/**
 * What stays within this service is in no block: apps take what has no number for confirmed, and
 * would wait for ever for that with 0.
 */
const confirmationsPart = (
  one: Pick<Deposit, 'block'>,
  isInside: boolean,
  tipHeight: number | null,
): { readonly confirmations?: number } =>
  isInside ? {} : { confirmations: tipHeight === null ? 0 : confirmationsOf(one, tipHeight) };

/** The nearest number to the decimal text: written in JSON, it has the same digits. */
const bitcoinNumber = (amountSat: Sat): number => Number(exactBitcoin(amountSat));
