import { type Caller, OPERATOR_GRANT, WEB_GRANT } from './caller.ts';
import type { DailyAllowance } from './daily-allowance.ts';

/**
 * Limits how many bytes of a user's orders (invoices, payments and the like) are added to the
 * database per day, whether or not the orders succeed. What people do in their browser is counted
 * apart from what their apps and tokens do, so that no app uses up what its user needs. Operators
 * are not limited.
 */
export interface StorageAllowance {
  /**
   * Tells whether the caller may store more today. To be asked before anything is written or sent.
   */
  hasRoom(caller: StoringCaller, at: Date): Promise<boolean>;
  /** Counts bytes that were stored for the caller. */
  count(caller: StoringCaller, bytes: number): void;
}

export type StoringCaller = Pick<Caller, 'userId' | 'grantId'>;

/**
 * The refusal if everything that a day allows was already stored today, for the user or for their
 * apps.
 */
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

/** The size of texts in bytes. Texts that are left out have none. */
export const textBytes = (...texts: readonly (string | null | undefined)[]): number =>
  texts.reduce((sum, text) => sum + (text ? Buffer.byteLength(text) : 0), 0);
