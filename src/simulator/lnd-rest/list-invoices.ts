import { accept, refuse } from '../../base/result.ts';
import type { Invoice } from '../network-state.ts';
import type { UnaryEndpoint } from './endpoint.ts';
import { pageOf } from './page.ts';
import { presentInvoice } from './present-invoice.ts';

const DEFAULT_MAX = 100;

export const listInvoicesEndpoint: UnaryEndpoint = {
  name: 'ListInvoices',
  kind: 'unary',
  method: 'GET',
  path: '/v1/invoices',
  answer({ node, fields }) {
    const pendingOnly = fields.bool('pending_only');
    const sinceSec = Number(fields.uint64('creation_date_start'));
    const untilSec = Number(fields.uint64('creation_date_end'));
    const question = {
      indexOffset: Number(fields.uint64('index_offset')),
      maxItems: Number(fields.uint64('num_max_invoices')) || DEFAULT_MAX,
      isReversed: fields.bool('reversed'),
    };
    if (fields.refusal !== null) return refuse(fields.refusal);
    const isWanted = (invoice: Invoice): boolean =>
      (!pendingOnly || invoice.state === 'OPEN' || invoice.state === 'ACCEPTED') &&
      invoice.createdAtSec >= sinceSec &&
      (untilSec === 0 || invoice.createdAtSec <= untilSec);
    const page = pageOf(node.invoices.added, (invoice) => invoice.addIndex, isWanted, question);
    return accept({
      invoices: page.map((invoice) => presentInvoice(invoice)),
      last_index_offset: String(page.at(-1)?.addIndex ?? 0),
      first_index_offset: String(page[0]?.addIndex ?? 0),
    });
  },
};
