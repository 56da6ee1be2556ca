import { createHash } from 'node:crypto';

/**
 * The label that the node's wallet keeps with a transaction. By this label, a withdrawal is found
 * again that the database has lost.
 */
export const labelOf = (identifier: string): string => `satchel:${identifier}`;

/** The identifier of the withdrawal that a label names; null for labels of others. */
export const identifierOfLabel = (label: string): string | null =>
  /^satchel:([A-Za-z0-9]{24})$/.exec(label)?.[1] ?? null;

/**
 * The id under which the wallet leases coins to a withdrawal. It is derived from the withdrawal's
 * id, so a crash cannot lose it.
 */
export const lockIdOf = (withdrawalId: string): string =>
  createHash('sha256').update(`satchel withdrawal ${withdrawalId}`).digest('hex');
