import assert from 'node:assert/strict';
import { request } from 'undici';
import { field, listField, textField } from '../support/fields.ts';
import type { RegtestNode } from './regtest.ts';

const NEWEST = 1000;

/**
 * LND 0.21 writes an attempt down before the HTLC is in a channel, and does not send it again after
 * a start. A payment that a kill caught in between stays IN_FLIGHT for ever (issues 9340 and 10423
 * of lightningnetwork/lnd), though no channel holds anything for it and nothing can be paid any
 * more. Answers the hashes of those: begun before the last kill, not ended, and in no channel.
 */
export async function findStranded(
  node: RegtestNode,
  killedAt: Date | null,
): Promise<ReadonlySet<string>> {
  if (killedAt === null) return new Set();
  const query = `include_incomplete=true&reversed=true&max_payments=${NEWEST}`;
  const payments = listField(await ask(node, `/v1/payments?${query}`), 'payments');
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
  const channels = listField(await ask(node, '/v1/channels'), 'channels');
  // What is not active has not told yet what it holds.
  for (const channel of channels) assert.equal(field(channel, 'active'), true);
  return new Set(
    channels
      .flatMap((channel) => listField(channel, 'pending_htlcs'))
      .map((htlc) => Buffer.from(textField(htlc, 'hash_lock'), 'base64').toString('hex')),
  );
}

async function ask({ restUrl, macaroonHex }: RegtestNode, path: string): Promise<unknown> {
  const answer = await request(restUrl + path, {
    headers: { 'grpc-metadata-macaroon': macaroonHex },
  });
  const value = await answer.body.json();
  assert.equal(answer.statusCode, 200, JSON.stringify(value));
  return value;
}
