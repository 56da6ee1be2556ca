import { createHash } from 'node:crypto';

/**
 * The label that the node's wallet keeps with the transaction of a withdrawal. If the database
 * loses the withdrawal, the label still shows to which one the transaction belongs.
 */
export const labelOf = (identifier: string): string => `satchel:${identifier}`;

/** The identifier of the withdrawal in a label; null for labels that this service has not made. */
export const identifierOfLabel = (label: string): string | null =>
  /^satchel:([A-Za-z0-9]{24})$/.exec(label)?.[1] ?? null;

/**
 * The id under which the wallet leases coins to a withdrawal. It is derived from the withdrawal's
 * id, so a crash cannot lose it.
 */
export const lockIdOf = (withdrawalId: string): string =>
  createHash('sha256').update(`satchel withdrawal ${withdrawalId}`).digest('hex');
