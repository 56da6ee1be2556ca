import { refuse } from '../../base/result.ts';

/** Somebody else's client does not exist either. */
export const noSuchClient = (id: string) =>
  refuse({ kind: 'client_not_found', message: `there is no client ${id}` } as const);
