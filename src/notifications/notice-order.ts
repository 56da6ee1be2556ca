import { assert } from '../base/assert.ts';

/** Reads whom a job about notices is for. */
export function readOrder(order: unknown): string {
  assert(typeof order === 'object' && order !== null, 'an order says whom it is about');
  assert('userId' in order && typeof order.userId === 'string', 'an order names a user');
  return order.userId;
}
