import type { ConnectionGeneration } from '../../access/connection.ts';

/**
 * The library's grant is one generation of a connection: every token that it makes names both, so
 * that one update ends them all, those that are just being written too.
 */
export const toGrantId = ({ connectionId, generation }: ConnectionGeneration): string =>
  `${connectionId}.${generation}`;

export function readGrantId(grantId: string): ConnectionGeneration | null {
  const [, connectionId, generation] = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(grantId) ?? [];
  if (connectionId === undefined) return null;
  return { connectionId, generation: Number(generation) };
}
