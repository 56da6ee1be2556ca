import type { Stage } from './stage.ts';
import type { Taken } from './take-all.ts';

export type TheftName =
  | 'password, second factor on'
  | 'password, no second factor'
  | 'session'
  | 'app token'
  | 'personal token'
  | 'nwc secret'
  | 'lndhub login'
  | 'operator session, just confirmed'
  | 'operator session, older'
  | 'macaroon'
  | 'database role'
  | 'sealed backup'
  | 'unsealed backup'
  | 'data folder'
  | 'data folder with the node';

export interface Theft {
  readonly name: TheftName;
  readonly title: string;
  /**
   * The most that may leave without limits, in sat: what the row of the document promises. Null for
   * all that the node holds.
   */
  readonly promisedSat: number | null;
  /** Whether limits on what leaves bind this thief. */
  readonly isLimited: boolean;
  /** How long alarms are waited for once the thief has all that they can get. */
  readonly watchSec: number;
  steal(stage: Stage, cleanups: AsyncDisposableStack): Promise<Loot>;
}

/** What was stolen, and what its thief does with it. */
export interface Loot {
  /** Attempts to get more than the stolen thing may give. None may succeed. */
  readonly sideDoors: readonly SideDoor[];
  /** Takes all that there is to take. */
  rob(): Promise<Taken>;
  /** Whether the stolen thing still opens something. */
  isGood(): Promise<boolean>;
  /** What the commands of the operator name, such as the id of a token. */
  readonly names?: Readonly<Record<string, string>>;
  /** What can be read from a stolen file. */
  readonly read?: readonly string[];
}

export interface SideDoor {
  readonly name: string;
  /** Whether the attempt has got the thief anything. */
  tryIt(): Promise<boolean>;
}

export const NOTHING: Taken = { lastWords: '' };
