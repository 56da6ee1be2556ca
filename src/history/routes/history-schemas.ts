import { Type } from 'typebox';
import { DEFAULT_PAGE_ITEMS, MAX_PAGE_ITEMS } from '../../base/limits.ts';
import { recordSchema } from '../../web/record-schema.ts';

const unixTime = (description: string) => Type.Optional(Type.Integer({ minimum: 1, description }));
const identifier = (description: string) => Type.Optional(Type.String({ description }));

/**
 * The query parameters of a list. Senseless values of `page` and `items`, as old clients send them,
 * count as absent, and unknown parameters are ignored.
 */
export const historyQuerySchema = Type.Object({
  'q[created_at_gt]': unixTime('Only invoices created after this Unix time, in seconds.'),
  'q[created_at_lt]': unixTime('Only invoices created before this Unix time, in seconds.'),
  'q[since]': identifier('Only invoices created after the invoice with this identifier.'),
  'q[before]': identifier('Only invoices created before the invoice with this identifier.'),
  'q[settled_since]': identifier(
    'Only invoices settled after the invoice with this identifier. Poll with the identifier of ' +
      'the newest invoice you have seen, and you also get old invoices that are paid late.',
  ),
  page: Type.Optional(
    Type.Integer({ minimum: 1, default: 1, description: 'Page number. The first page is 1.' }),
  ),
  items: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: DEFAULT_PAGE_ITEMS,
      description: `Items per page, up to ${MAX_PAGE_ITEMS}; larger values count as this maximum.`,
    }),
  ),
});

export const historySchema = Type.Array(recordSchema);

export const HISTORY_SUCCESS = 'The invoices, newest first. The list is empty after the last page.';

export const HISTORY_ERRORS = {
  400: 'There is no invoice with the given identifier, or a time is not in seconds of Unix time.',
};
