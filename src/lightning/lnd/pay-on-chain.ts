import type { Clock } from '../../base/clock.ts';
import { decodeTransactionHex, txidOf } from '../bitcoin/transaction.ts';
import type { ChainPaymentOrder, Refused, SignedPayment } from '../node-management.ts';
import { NodeFault } from '../node-port.ts';
import { readFunded, sign } from './chain-spending.ts';
import { listTransactions } from './chain-wallet.ts';
import { isTooHigh, RATE_TOO_HIGH, refusedUnless } from './change-channels.ts';
import type { LndClient } from './client.ts';
import { refusalFault } from './lnd-answer.ts';
import { uint32Field } from './wire-fields.ts';

/**
 * Makes and signs a transaction. FundPsbt chooses and locks its coins, and FinalizePsbt signs it.
 */
export async function signPayment(
  lnd: LndClient,
  { address, amountSat, satPerVbyte }: ChainPaymentOrder,
): Promise<SignedPayment | Refused> {
  if (isTooHigh(satPerVbyte)) return RATE_TOO_HIGH;
  const rate =
    satPerVbyte === null ? { target_conf: TARGET_BLOCKS } : { sat_per_vbyte: String(satPerVbyte) };
  const answer = await lnd.post('/v2/wallet/psbt/fund', {
    raw: { outputs: { [address]: String(amountSat) } },
    min_confs: 1,
    ...rate,
  });
  if (!answer.ok) return refusedUnless('FundPsbt', answer.refusal);
  const { psbt, feeSat } = readFunded(answer.value);
  const raw = await sign(lnd, psbt);
  const transaction = decodeTransactionHex(raw);
  if (transaction === null) throw new NodeFault('LND signed what is no transaction');
  return { kind: 'signed', txid: txidOf(transaction), raw, feeSat };
}

/** The number of blocks within which the transaction should confirm: about an hour. */
const TARGET_BLOCKS = 6;

interface PaidDeps {
  readonly lnd: LndClient;
  readonly clock: Clock;
}

/**
 * Looks for a payment to an address in the wallet's transactions since a time. The search begins
 * with an earlier block than the time requires, as blocks may have come quickly.
 */
export async function hasPaid(
  { lnd, clock }: PaidDeps,
  address: string,
  since: Date,
): Promise<boolean> {
  const info = await lnd.get('/v1/getinfo');
  if (!info.ok) throw refusalFault('GetInfo', info.refusal);
  const ageMs = Math.max(0, clock.now().getTime() - since.getTime());
  const blocks = DAY_BLOCKS + Math.ceil((2 * ageMs) / BLOCK_MS);
  const from = Math.max(0, uint32Field(info.value, 'block_height') - blocks);
  const transactions = await listTransactions(lnd, { from, to: null });
  return transactions.some(({ outputs }) => outputs.some((output) => output.address === address));
}

const BLOCK_MS = 600_000;
const DAY_BLOCKS = 144;
