import { msat, sat } from '../base/amount.ts';
import type { Clock } from '../base/clock.ts';
import { bytesToHex } from '../base/hex.ts';
import { newRecordIdentifier, newUuid } from '../base/id.ts';
import type { Random } from '../base/random.ts';
import { NO_DETAILS } from '../ledger/invoice.ts';
import { NOT_DISPATCHED } from '../ledger/payment.ts';
import { renderDeposit } from '../ledger/render-deposit.ts';
import { renderReceipt, renderSettledPayment } from '../ledger/settled-record.ts';
import type { NodeIdentity } from '../lightning/node-identity.ts';
import { hashPreimage } from '../lightning/preimage.ts';
import { renderWithdrawal } from '../onchain/render-withdrawal.ts';
import type { EventType } from './delivery.ts';

/**
 * Writes a record for a test event, about a payment that never happened: its payment hash is
 * unknown everywhere. Its memo says so, and in an incoming payment the metadata too.
 */
export function renderSampleEvent(
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  type: EventType,
  node: NodeIdentity,
): string {
  const preimage = random.bytes(32);
  const now = clock.now();
  const movement = {
    id: newUuid(clock, random),
    identifier: newRecordIdentifier(clock, random),
    userId: '',
    paymentHash: hashPreimage(preimage),
    preimage: bytesToHex(preimage),
    amountMsat: msat(1000n),
    records: new Map(),
    memo: 'Test event',
    descriptionHash: null,
    createdAt: now,
  };
  switch (type) {
    case 'invoice.outgoing.settled':
      return renderSettledPayment({
        ...movement,
        kind: 'keysend',
        path: 'internal',
        state: 'settled',
        grantId: '',
        bolt11: '',
        destination: node.pubkey,
        batch: null,
        sentTo: null,
        failure: null,
        endedAt: now,
        amountSat: sat(1n),
        heldSat: sat(0n),
        feeSat: sat(0n),
        feeMsat: msat(0n),
        dispatch: NOT_DISPATCHED,
      });
    case 'invoice.incoming.settled': {
      const invoice = {
        ...NO_DETAILS,
        ...movement,
        metadataJson: '{"test":true}',
        bolt11: null,
        expirySec: TEST_EXPIRY_SEC,
        expiresAt: new Date(now.getTime() + TEST_EXPIRY_SEC * 1000),
        settledAt: now,
      };
      return renderReceipt(invoice, { ...movement, source: 'internal', settledAt: now }, node);
    }
    case 'onchain.incoming.confirmed': {
      const { identifier, paymentHash } = movement;
      const deposit = { identifier, address: 'test', txid: paymentHash, outputIndex: 0 };
      const block = { height: 0, hash: '00'.repeat(32) };
      return renderDeposit({ ...deposit, amountSat: sat(1n), seenAt: now }, block, now);
    }
    case 'onchain.outgoing.confirmed': {
      const { identifier, paymentHash } = movement;
      const withdrawal = { identifier, address: 'test', amountSat: sat(1n), createdAt: now };
      const block = { height: 0, hash: '00'.repeat(32) };
      return renderWithdrawal(withdrawal, { txid: paymentHash, feeSat: sat(0n) }, block, now);
    }
  }
}

const TEST_EXPIRY_SEC = 3600;
