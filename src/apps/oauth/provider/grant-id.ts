import type { GrantGeneration } from '../../../authorization/app-grant.ts';

/**
 * Makes the id of a grant in the OAuth library, which stands for one generation of an app grant.
 * Every token names both, so that one update of the generation ends all tokens, even those that are
 * being written at the same moment.
 */
export const toGrantId = ({ appGrantId, generation }: GrantGeneration): string =>
  `${appGrantId}.${generation}`;

export function readGrantId(grantId: string): GrantGeneration | null {
  const [, appGrantId, generation] = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(grantId) ?? [];
  if (appGrantId === undefined) return null;
  return { appGrantId, generation: Number(generation) };
}
