import { Fault } from './fault.ts';

/**
 * A row that is never removed has disappeared: the database has gone back to an earlier state while
 * someone waited.
 */
export class RowGone extends Fault {
  override readonly name = 'RowGone';
  readonly isTransient = false;
}
