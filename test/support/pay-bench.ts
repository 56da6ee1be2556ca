import assert from 'node:assert/strict';
import { sat, satToMsat } from '../../src/base/amount.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import type { PayAnswer } from '../../src/payments/await-outcome.ts';
import { payInvoice } from '../../src/payments/pay-invoice.ts';
import { startService, type WalletService } from './wallet-service.ts';
import { createWalletWorld, type Person, type WalletWorld } from './wallet-world.ts';

/** A world in which Ann pays. She has 100,000 sat. */
export interface PayBench {
  readonly world: WalletWorld;
  readonly service: WalletService;
  readonly ann: Person;
  /** Begins to pay an invoice. */
  begin(bolt11: string, changes?: PayChanges): Promise<PayAnswer>;
  /** Pays an invoice, and lets time pass until there is an answer. */
  pay(bolt11: string, changes?: PayChanges): Promise<PayAnswer>;
}

export interface PayChanges {
  readonly person?: Person;
  readonly amountSat?: bigint;
  readonly key?: string;
}

export async function startPayBench(
  config: Parameters<typeof startService>[2] = {},
  startIso?: string,
): Promise<PayBench> {
  const world = createWalletWorld(1, startIso);
  const service = await startService(world, 'api', config);
  const ann = await world.addUser('ann', 100_000n);
  const begin: PayBench['begin'] = (bolt11, { person = ann, amountSat, key } = {}) =>
    payInvoice(service.deps, {
      caller: person.caller,
      bolt11,
      amountMsat: amountSat === undefined ? null : satToMsat(sat(amountSat)),
      idempotency: key === undefined ? null : { key, requestHash: Buffer.from(bolt11) },
    });
  const pay: PayBench['pay'] = (...order) => world.clock.until(begin(...order));
  return { world, service, ann, begin, pay };
}

export function settledOf(answer: PayAnswer) {
  assert(answer.ok, answer.ok ? '' : `refused: ${answer.refusal.kind}`);
  return answer.value;
}

/** The only payment that was ever ordered. */
export function onlyPayment({ world }: PayBench): Payment {
  const [payment, ...others] = world.memory.money.payments.values();
  assert(payment !== undefined && others.length === 0);
  return payment;
}

export function refusalOf(answer: PayAnswer) {
  assert(!answer.ok, 'it should be refused');
  return answer.refusal;
}
