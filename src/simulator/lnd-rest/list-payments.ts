import { accept, refuse } from '../../base/result.ts';
import type { Payment } from '../network-state.ts';
import { paymentStatus } from '../payment-book.ts';
import type { UnaryEndpoint } from './endpoint.ts';
import { pageOf } from './page.ts';
import { presentLndPayment } from './present-payment.ts';

const DEFAULT_MAX = 100;

export const listPaymentsEndpoint: UnaryEndpoint = {
  name: 'ListPayments',
  kind: 'unary',
  method: 'GET',
  path: '/v1/payments',
  answer({ node, fields }) {
    const includesIncomplete = fields.bool('include_incomplete');
    const countsTotal = fields.bool('count_total_payments');
    const sinceSec = Number(fields.uint64('creation_date_start'));
    const untilSec = Number(fields.uint64('creation_date_end'));
    const question = {
      indexOffset: Number(fields.uint64('index_offset')),
      maxItems: Number(fields.uint64('max_payments')) || DEFAULT_MAX,
      isReversed: fields.bool('reversed'),
    };
    if (fields.refusal !== null) return refuse(fields.refusal);
    const { byIndex } = node.payments;
    const isWanted = (payment: Payment): boolean =>
      (includesIncomplete || paymentStatus(payment) === 'SUCCEEDED') &&
      payment.createdAtMs >= sinceSec * 1000 &&
      (untilSec === 0 || payment.createdAtMs < (untilSec + 1) * 1000);
    const page = pageOf(byIndex, (payment) => payment.paymentIndex, isWanted, question);
    return accept({
      payments: page.map((payment) => presentLndPayment(payment)),
      first_index_offset: String(page[0]?.paymentIndex ?? 0),
      last_index_offset: String(page.at(-1)?.paymentIndex ?? 0),
      total_num_payments: countsTotal ? String(byIndex.length) : '0',
    });
  },
};
