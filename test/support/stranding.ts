import assert from 'node:assert/strict';
import { sat } from '../../src/base/amount.ts';
import { MINUTE_MS } from '../../src/base/durations.ts';
import type { Payment } from '../../src/ledger/payment.ts';
import type { NodeChannel, PaymentAttempt } from '../../src/lightning/node-port.ts';
import { checkStuck, type StuckFinding } from '../../src/payments/check-stuck.ts';
import { endStuck } from '../../src/payments/end-stuck.ts';
import { resolvePayments } from '../../src/payments/recovery/resolve-payments.ts';
import { type PayBench, refusalOf, startPayBench } from './pay-bench.ts';
import { CHANNEL_POINT } from './quiet-chain.ts';
import { startService, type WalletService } from './wallet-service.ts';

/** A payment that its sender has abandoned, and a node that was restarted since. */
export interface Stranding {
  readonly bench: PayBench;
  readonly worker: WalletService;
  readonly paymentHash: string;
  /** What the node says, which a test can change. */
  readonly says: {
    startedAtMs: number;
    /** For how long the peer was away since then. */
    awaySec: bigint;
    attempt: PaymentAttempt;
    channel: Partial<NodeChannel>;
  };
  payment(): Payment;
  look(): Promise<StuckFinding>;
  /** Ends the payment. Returns `ended`, or why it was not ended. */
  end(): Promise<string>;
  pass(minutes: number): Promise<void>;
}

export const EXPIRY = 1000;
/** A block height twelve blocks after the expiry. */
export const LATE = 1012;
export const NEVER = new AbortController().signal;

export async function strand(): Promise<Stranding> {
  const bench = await startPayBench({ waitSec: 1 });
  const paymentHash = await payAndWait(bench);
  bench.service.kill();
  const worker = await startService(bench.world, 'worker');
  worker.run(resolvePayments);
  const stranding = strandingOf(bench, worker, paymentHash);
  // The process that handed the payment over has been silent for long enough by now.
  await stranding.pass(12);
  return stranding;
}

/** Pays, and waits until the node has taken the payment and says nothing more about it. */
export async function payAndWait({ world, pay }: PayBench): Promise<string> {
  world.node.books.plan = { kind: 'hold' };
  const bill = world.node.bill();
  assert.equal(refusalOf(await pay(bill.bolt11)).kind, 'payment_pending');
  return bill.paymentHash;
}

export function strandingOf(
  bench: PayBench,
  worker: WalletService,
  paymentHash: string,
): Stranding {
  const { clock, node, memory } = bench.world;
  const says: Stranding['says'] = {
    startedAtMs: clock.now().getTime() + 10_000,
    awaySec: 0n,
    attempt: { state: 'in_flight', startedAt: clock.now(), channelId: '101', expiryHeight: EXPIRY },
    channel: {},
  };
  node.says.blockHeight = LATE;
  const channels = (): readonly NodeChannel[] => {
    const upMs = clock.now().getTime() - says.startedAtMs;
    const watchedSec = BigInt(Math.max(Math.floor(upMs / 1000), 0));
    return [
      {
        channelPoint: CHANNEL_POINT,
        peerPubkey: `02${'cd'.repeat(32)}`,
        isActive: true,
        isAnnounced: true,
        ids: ['101'],
        htlcHashes: [],
        capacitySat: sat(1000n),
        localSat: sat(500n),
        remoteSat: sat(500n),
        watchedSec,
        onlineSec: watchedSec - says.awaySec,
        ...says.channel,
      },
    ];
  };
  const tell = (): void => {
    node.says.channels = channels();
    node.tried.set(paymentHash, { state: 'in_flight', attempts: [says.attempt] });
  };
  const payment = (): Payment => {
    const [first] = memory.money.payments.values();
    assert(first !== undefined);
    return first;
  };
  tell();
  return {
    bench,
    worker,
    paymentHash,
    says,
    payment,
    look: () => {
      tell();
      return checkStuck(worker.deps, payment());
    },
    end: async () => {
      tell();
      const ended = await endStuck(worker.deps, payment(), NEVER);
      return ended.ok ? 'ended' : ended.refusal;
    },
    pass: async (minutes) => {
      for (let passed = 0; passed < minutes; passed += 1) {
        tell();
        await clock.advance(MINUTE_MS);
      }
      tell();
    },
  };
}
