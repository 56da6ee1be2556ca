import assert from 'node:assert/strict';
import { field, listField, textField } from '../support/fields.ts';
import { askLnd } from './ask-lnd.ts';
import type { RegtestNode } from './regtest.ts';

const NEWEST = 1000;

/**
 * Finds payments that a kill of LND 0.21 has left IN_FLIGHT forever (docs/operating-lnd.md),
 * independently of the service. These payments began before the last kill, have not ended and are
 * in no channel, while nothing else is open. Returns their hashes.
 */
export async function findStuck(
  node: RegtestNode,
  killedAt: Date | null,
): Promise<ReadonlySet<string>> {
  if (killedAt === null) return new Set();
  const query = `include_incomplete=true&reversed=true&max_payments=${NEWEST}`;
  const payments = listField(await askLnd(node, `/v1/payments?${query}`), 'payments');
  const open = payments.filter(
    (payment) =>
      !['SUCCEEDED', 'FAILED'].includes(textField(payment, 'status')) &&
      lastAttemptMs(payment) < killedAt.getTime(),
  );
  if (open.length === 0) return new Set();
  const inChannels = await hashesInChannels(node);
  return new Set(
    open.map((payment) => textField(payment, 'payment_hash')).filter((one) => !inChannels.has(one)),
  );
}

function lastAttemptMs(payment: unknown): number {
  const times = [
    textField(payment, 'creation_time_ns'),
    ...listField(payment, 'htlcs').map((htlc) => textField(htlc, 'attempt_time_ns')),
  ];
  return Math.max(...times.map((ns) => Number(BigInt(ns) / 1_000_000n)));
}

async function hashesInChannels(node: RegtestNode): Promise<ReadonlySet<string>> {
  const channels = listField(await askLnd(node, '/v1/channels'), 'channels');
  // A channel that is not active may hold HTLCs that it does not report yet.
  for (const channel of channels) assert.equal(field(channel, 'active'), true);
  return new Set(
    channels
      .flatMap((channel) => listField(channel, 'pending_htlcs'))
      .map((htlc) => Buffer.from(textField(htlc, 'hash_lock'), 'base64').toString('hex')),
  );
}
