import { Type } from 'typebox';
import { DEFAULT_PAGE_ITEMS, MAX_PAGE_ITEMS } from '../../base/limits.ts';
import { recordSchema } from './record-schema.ts';

const unixTime = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }));
const identifier = (description: string) => Type.Optional(Type.String({ description }));

/** What is not usable counts as absent, so that old clients with noise in their queries work. */
export const historyQuerySchema = Type.Object({
  'q[created_at_gt]': unixTime('Created after this second of Unix time'),
  'q[created_at_lt]': unixTime('Created before this second of Unix time'),
  'q[since]': identifier('Created after the invoice with this identifier'),
  'q[before]': identifier('Created before the invoice with this identifier'),
  'q[settled_since]': identifier(
    'Settled after the invoice with this identifier: a poller that remembers the newest one it ' +
      'has seen misses nothing, not even an old invoice that is paid late',
  ),
  page: Type.Optional(Type.Integer({ minimum: 1, default: 1, description: '1 is the first page' })),
  items: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: DEFAULT_PAGE_ITEMS,
      description: `Items per page, at most ${MAX_PAGE_ITEMS}`,
    }),
  ),
});

export const historySchema = Type.Array(recordSchema, {
  description: 'Newest first; empty past the end',
});
