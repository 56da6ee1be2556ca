import type { Result } from '../base/result.ts';

/**
 * The names of lightning addresses, as operators give them. Their feature comes after this one, so
 * `app` hands it in.
 */
export interface AddressNames {
  /** Whether a new user could have it. An empty text asks for none. */
  checkFree(text: string): Promise<Result<void, NoSuchName>>;
  /** An empty text gives up the name that the user has. */
  give(userId: string, text: string): Promise<Result<unknown, NoSuchName>>;
  /** `name@domain`; null while the user has none. */
  findAddress(userId: string): Promise<string | null>;
}

export interface NoSuchName {
  /** Says why in a sentence for the operator. */
  readonly message: string;
}
