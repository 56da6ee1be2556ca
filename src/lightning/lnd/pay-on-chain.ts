import { sat } from '../../base/amount.ts';
import type { Clock } from '../../base/clock.ts';
import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { decodePsbt } from '../bitcoin/psbt.ts';
import { decodeTransaction, txidOf } from '../bitcoin/transaction.ts';
import type { ChainPaymentOrder, Refused, SignedPayment } from '../node-management.ts';
import { NodeFault } from '../node-port.ts';
import { listTransactions } from './chain-wallet.ts';
import { isTooHigh, RATE_TOO_HIGH, refusedUnless } from './change-channels.ts';
import type { LndClient } from './client.ts';
import { refusalFault } from './lnd-answer.ts';
import { textField, uint32Field } from './wire-fields.ts';

/** FundPsbt, which chooses and locks coins, then FinalizePsbt, which signs. */
export async function signPayment(
  lnd: LndClient,
  { address, amountSat, satPerVbyte }: ChainPaymentOrder,
): Promise<SignedPayment | Refused> {
  if (isTooHigh(satPerVbyte)) return RATE_TOO_HIGH;
  const rate =
    satPerVbyte === null ? { target_conf: TARGET_BLOCKS } : { sat_per_vbyte: String(satPerVbyte) };
  const funded = await lnd.post('/v2/wallet/psbt/fund', {
    raw: { outputs: { [address]: String(amountSat) } },
    min_confs: 1,
    ...rate,
  });
  if (!funded.ok) return refusedUnless('FundPsbt', funded.refusal);
  const psbt = textField(funded.value, 'funded_psbt');
  const feeSat = feeOf(psbt);
  const signed = await lnd.post('/v2/wallet/psbt/finalize', { funded_psbt: psbt });
  if (!signed.ok) throw refusalFault('FinalizePsbt', signed.refusal);
  const bytes = Buffer.from(textField(signed.value, 'raw_final_tx'), 'base64');
  const transaction = decodeTransaction(bytes);
  if (transaction === null) throw new NodeFault('LND signed what is no transaction');
  return { kind: 'signed', txid: txidOf(transaction), raw: bytesToHex(bytes), feeSat };
}

/** In about an hour. */
const TARGET_BLOCKS = 6;

function feeOf(base64: string) {
  const psbt = decodePsbt(Buffer.from(base64, 'base64'));
  const spent = psbt?.spentOutputs ?? [];
  let feeSat = 0n;
  for (const output of spent) {
    if (output === null) throw new NodeFault('LND does not tell which coins it spends');
    feeSat += output.valueSat;
  }
  for (const { valueSat } of psbt?.transaction.outputs ?? []) feeSat -= valueSat;
  if (feeSat < 0n || spent.length === 0) throw new NodeFault('LND spends less than it pays');
  return sat(feeSat);
}

/** PublishTransaction, which repeats are part of: LND answers as before for what it knows. */
export async function publish(
  lnd: LndClient,
  raw: string,
): Promise<{ readonly kind: 'published' } | Refused> {
  const bytes = hexToBytes(raw);
  if (bytes === null) return { kind: 'refused', detail: 'a transaction is bytes in hex' };
  const order = {
    tx_hex: Buffer.from(bytes).toString('base64'),
    label: 'bought channel',
  };
  const answer = await lnd.post('/v2/wallet/tx', order);
  if (!answer.ok) return refusedUnless('PublishTransaction', answer.refusal);
  const problem = textField(answer.value, 'publish_error');
  return problem === '' ? { kind: 'published' } : { kind: 'refused', detail: problem };
}

interface PaidDeps {
  readonly lnd: LndClient;
  readonly clock: Clock;
}

/** GetTransactions, from before the time on, however fast blocks came. */
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
