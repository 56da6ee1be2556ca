import type { NodeRestore } from '../lightning/wallet-setup.ts';
import { ManagedNodeError } from './managed-node-error.ts';

/**
 * Writes what LND has to look for in a restore. It is stored until LND has found everything,
 * because LND forgets it when it ends.
 */
export function writeRestore({ recoveryWindow, channelBackup }: NodeRestore): string {
  const backup = channelBackup === null ? null : Buffer.from(channelBackup).toString('base64');
  return `${JSON.stringify({ recoveryWindow, channelBackup: backup })}\n`;
}

export function parseRestore(text: string): NodeRestore {
  const { recoveryWindow, channelBackup } = readFields(text);
  const isOurs = channelBackup === null || typeof channelBackup === 'string';
  if (typeof recoveryWindow !== 'number' || !isOurs) {
    throw new ManagedNodeError(
      'the file restore.json does not hold what Satchel has written there',
    );
  }
  return {
    recoveryWindow,
    channelBackup: channelBackup === null ? null : Buffer.from(channelBackup, 'base64'),
  };
}

function readFields(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
