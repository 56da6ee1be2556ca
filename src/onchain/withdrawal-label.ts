import { createHash } from 'node:crypto';

/**
 * The note that the wallet of the node keeps beside a transaction. By it a withdrawal is found
 * again that the database no longer knows.
 */
export const labelOf = (identifier: string): string => `satchel:${identifier}`;

/** Null for labels of others. */
export const identifierOfLabel = (label: string): string | null =>
  /^satchel:([A-Za-z0-9]{24})$/.exec(label)?.[1] ?? null;

/**
 * The name under which the wallet leases coins to a withdrawal. It follows from the id, so no lease
 * is lost by a crash.
 */
export const lockIdOf = (withdrawalId: string): string =>
  createHash('sha256').update(`satchel withdrawal ${withdrawalId}`).digest('hex');
