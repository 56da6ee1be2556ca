import { type RaiseAlarmDeps, raiseAlarm } from '../alarms/raise-alarm.ts';
import { assert } from '../base/assert.ts';
import type { Clock } from '../base/clock.ts';
import { bytesToHex } from '../base/hex.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import type { Money } from '../ledger/money.ts';
import type { Receipt } from '../ledger/receipt.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import type { IncomingPayment } from '../lightning/node-port.ts';

export interface HoldInSuspenseDeps extends RaiseAlarmDeps {
  readonly money: Pick<Money, 'credit'>;
  readonly node: NodeIdentity;
  readonly clock: Clock;
  readonly random: Random;
}

/**
 * Books money that cannot be credited to its receiver as unclaimed, with everything that the node
 * reported as JSON text, for an operator to look at. Apart from this text, the row contains only
 * what is safe to store.
 */
export async function holdInSuspense(
  deps: HoldInSuspenseDeps,
  payment: IncomingPayment,
  fence: bigint,
  cause: unknown,
): Promise<'parked' | 'present' | 'below_baseline' | 'fenced'> {
  const outcome = await deps.money.credit({
    receipt: bareReceipt(deps, payment),
    target: { kind: 'unclaimed', reason: 'credit_failed', rawEvent: describeEvent(payment) },
    nodePubkey: deps.node.pubkey,
    setId: payment.setId,
    settleIndex: payment.settleIndex,
    fence,
    hasBoostagram: false,
  });
  if (
    outcome.kind === 'present' ||
    outcome.kind === 'below_baseline' ||
    outcome.kind === 'fenced'
  ) {
    return outcome.kind;
  }
  assert(outcome.kind !== 'payee_closed', 'money of no one has no payee');
  deps.log.error({ error: cause, paymentHash: payment.paymentHash }, 'a credit was parked');
  await raiseAlarm(deps, {
    kind: 'credit_parked',
    subject: payment.paymentHash,
    detail: `${payment.amountMsat} msat could not be credited: ${describeCause(cause)}`,
  });
  return 'parked';
}

function bareReceipt(
  { clock, random }: HoldInSuspenseDeps,
  { paymentHash, amountMsat }: IncomingPayment,
): Receipt {
  const now = clock.now();
  return {
    id: newUuid(clock, random),
    identifier: newRecordIdentifier(clock, random),
    source: 'node',
    paymentHash,
    preimage: null,
    amountMsat,
    records: new Map(),
    createdAt: now,
    settledAt: now,
  };
}

/** Describes what the node reported as JSON in ASCII, whatever bytes the payer sent. */
function describeEvent(payment: IncomingPayment): string {
  const records = [...payment.records].map(([type, bytes]) => [type.toString(), bytesToHex(bytes)]);
  const seen = {
    ...payment,
    settleIndex: payment.settleIndex.toString(),
    amountMsat: payment.amountMsat.toString(),
    settledAtMs: payment.settledAt.getTime(),
    settledAt: undefined,
    records: Object.fromEntries(records),
  };
  return JSON.stringify(seen).replace(/[^ -~]/g, '?');
}

const describeCause = (cause: unknown): string =>
  cause instanceof Error ? cause.message : 'unknown error';
