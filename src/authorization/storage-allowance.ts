import { type Caller, OPERATOR_GRANT, WEB_GRANT } from './caller.ts';
import type { DailyAllowance } from './daily-allowance.ts';

/**
 * Limits how many bytes of a user's orders stay in the database per day, however they order and
 * whether or not it succeeds. What people do in their browser counts apart from what their apps and
 * tokens do, so that no app uses up what its user needs. Operators are not limited.
 */
export interface StorageAllowance {
  /** Whether the caller may store more today. Ask before anything is written or sent. */
  hasRoom(caller: StoringCaller, at: Date): Promise<boolean>;
  /** Counts bytes that were written for the caller. */
  count(caller: StoringCaller, bytes: number): void;
}

export type StoringCaller = Pick<Caller, 'userId' | 'grantId'>;

/** The refusal when as much was stored today for the user, or for their apps, as a day allows. */
export interface StorageRefusal {
  readonly kind: 'storage_used_up';
}

export const createStorageAllowance = (daily: DailyAllowance): StorageAllowance => ({
  hasRoom: async (caller, at) =>
    caller.grantId === OPERATOR_GRANT || (await daily.hasRoom(ownerOf(caller), at)),
  count: (caller, bytes) => {
    if (caller.grantId !== OPERATOR_GRANT) daily.count(ownerOf(caller), bytes);
  },
});

const ownerOf = ({ userId, grantId }: StoringCaller): string =>
  `${grantId === WEB_GRANT ? 'pages' : 'apps'} ${userId}`;

/** The bytes of texts, where those left out have none. */
export const textBytes = (...texts: readonly (string | null | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text ? Buffer.byteLength(text) : 0), 0);
