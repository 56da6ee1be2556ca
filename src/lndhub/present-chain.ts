/**
 * Presents on-chain transactions as the original LndHub did: in the fields of bitcoind, with
 * amounts in bitcoin. These have no payment hash, and none is made up.
 */

import { type Sat, sat, satToNumber } from '../base/amount.ts';
import { unixSeconds } from '../base/wire-time.ts';
import { exactBitcoin } from '../onchain/bitcoin-uri.ts';
import type { ChainTransaction } from '../onchain/chain-transaction-store.ts';
import { confirmationsOf, type Deposit } from '../onchain/deposit.ts';
import { feeOf, type Withdrawal } from '../onchain/withdrawal.ts';
import { bufferJson } from './buffer-json.ts';

/**
 * Presents a transaction that has changed the balance.
 *
 * @param tipHeight The height of the chain when the service last looked at it; null before the
 * first look.
 */
export const presentMoved = (one: ChainTransaction, tipHeight: number | null): object =>
  one.type === 'incoming'
    ? { ...presentArriving(one.deposit, tipHeight), ...paymentFields(-one.deposit.amountSat, 0n) }
    : presentSent(one.withdrawal, tipHeight);

/**
 * Presents a deposit for the list of pending ones, with only the fields that the original LndHub
 * sent.
 */
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

/**
 * Presents a withdrawal. BlueWallet shows `amount` and reads no fee of a withdrawal, so `amount`
 * includes the fee.
 */
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
 * Fields for apps that only know payments. `value` is what left the wallet, so that apps which add
 * up all values get the balance. The hash is empty but present, because the Alby extension shows no
 * list at all if an entry has no hash.
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
 * Leaves out the confirmations of a payment within this service, which is never in a block. Apps
 * take an entry without a number for confirmed, and would wait forever for one with 0.
 */
const confirmationsPart = (
  one: Pick<Deposit, 'block'>,
  isInside: boolean,
  tipHeight: number | null,
): { readonly confirmations?: number } =>
  isInside ? {} : { confirmations: tipHeight === null ? 0 : confirmationsOf(one, tipHeight) };

/** The number nearest to the decimal text. When it is written as JSON, it has the same digits. */
const bitcoinNumber = (amountSat: Sat): number => Number(exactBitcoin(amountSat));
