import type { Result } from '../base/result.ts';

/**
 * The names of lightning addresses, as operators give them. Their feature comes after this one, so
 * `app` hands it in.
 */
export interface AddressNames {
  /** Checks whether a new user could have the name. An empty text asks for none. */
  checkFree(text: string): Promise<Result<void, NoSuchName>>;
  /** Gives a user the name; an empty text gives up the one that they have. */
  give(userId: string, text: string): Promise<Result<unknown, NoSuchName>>;
  /** `name@domain`; null while the user has none. */
  findAddress(userId: string): Promise<string | null>;
}

export interface NoSuchName {
  /** A sentence for the operator that says why. */
  readonly message: string;
}
