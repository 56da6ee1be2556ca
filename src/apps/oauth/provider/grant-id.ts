import type { GrantGeneration } from '../../../authorization/app-grant.ts';

/**
 * Makes the id that a grant has in the OAuth library, from the id of the app grant and its
 * generation number. Every token carries both, so that raising the number in one update ends all
 * tokens, even those that are being written at the same moment.
 */
export const toGrantId = ({ appGrantId, generation }: GrantGeneration): string =>
  `${appGrantId}.${generation}`;

export function readGrantId(grantId: string): GrantGeneration | null {
  const [, appGrantId, generation] = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(grantId) ?? [];
  if (appGrantId === undefined) return null;
  return { appGrantId, generation: Number(generation) };
}
