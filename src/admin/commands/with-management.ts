import { InvalidArgumentError } from 'commander';
import { printProgress } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import type { NodeManagement } from '../../lightning/node-management.ts';
import { NodeFault } from '../../lightning/node-port.ts';

export interface ManagementDeps {
  /**
   * Opens the management calls of the node, such as opening channels. Null if operators run the
   * node themselves.
   */
  readonly connectManagement: () => Promise<NodeManagement | null>;
}

export async function withManagement<T>(
  { connectManagement }: ManagementDeps,
  work: (management: NodeManagement) => Promise<T>,
): Promise<T> {
  const management = await connectManagement();
  if (management === null) throw new RefusedError(NOT_OURS);
  try {
    return await work(management);
  } finally {
    await management.close();
  }
}

const NOT_OURS =
  'this LND is run by you, and the macaroon of Satchel does not allow it: use lncli instead';

/**
 * Waits for a change of channels. If the node did not answer, tells the operator what to check
 * before a repeat: the channel may be opening already, and a repeat could open a second one.
 */
export async function orMaybeBegun<T>(changing: Promise<T>): Promise<T> {
  try {
    return await changing;
  } catch (error) {
    if (error instanceof NodeFault) printProgress(MAYBE_BEGUN);
    throw error;
  }
}

const MAYBE_BEGUN =
  'It may have begun nevertheless: look with `satchel node` before you repeat it.';

export function parseCount(text: string): bigint {
  if (/^[1-9]\d{0,15}$/.test(text)) return BigInt(text);
  throw new InvalidArgumentError('It must be a whole number from 1.');
}
