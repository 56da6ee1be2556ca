import { after, before, describe } from 'node:test';
import type { NodeBench } from './node-bench.ts';
import { incomingCases } from './node-incoming-cases.ts';
import { invoiceCases } from './node-invoice-cases.ts';
import { keysendCases } from './node-keysend-cases.ts';
import { lateCases } from './node-late-cases.ts';
import { paymentCases } from './node-payment-cases.ts';
import { pruneCases } from './node-prune-cases.ts';
import { receiptCases } from './node-receipt-cases.ts';
import { stuckCases } from './node-stuck-cases.ts';

/**
 * Registers the tests of everything that the service relies on in a node. The simulator and a real
 * node pass the same tests.
 */
export function lightningNodeSuite(name: string, setup: () => Promise<NodeBench>): void {
  describe(`Lightning node: ${name}`, () => {
    let opened: NodeBench | null = null;
    const bench = (): NodeBench => {
      if (opened === null) throw new Error('the bench is not set up');
      return opened;
    };
    before(async () => {
      opened = await setup();
    });
    after(() => opened?.close());

    describe('invoices', () => invoiceCases(bench));
    describe('payments', () => paymentCases(bench));
    describe('payments that end late', () => lateCases(bench));
    describe('pruning invoices of addresses', () => pruneCases(bench));
    describe('what tells a stuck payment', () => stuckCases(bench));
    describe('keysend', () => keysendCases(bench));
    describe('incoming', () => incomingCases(bench));
    describe('what tells that a receipt was kept', () => receiptCases(bench));
  });
}
