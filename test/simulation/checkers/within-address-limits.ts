import { ADDRESS_LIMITS } from '../storage.ts';
import type { Checker } from './checker.ts';

/** Strangers never have more open invoices than they may have. */
export const withinAddressLimits: Checker = ({ books, now }) => {
  const open = books.addressInvoices.filter(({ isPaid, expiresAt }) => !isPaid && expiresAt > now);
  const most = (keyOf: (one: (typeof open)[number]) => string): number =>
    Math.max(0, ...[...Map.groupBy(open, keyOf).values()].map(({ length }) => length));
  const { perNetwork, perUser, inAll } = ADDRESS_LIMITS;
  return [
    ...judge(
      most(({ network }) => network),
      perNetwork,
      'for one network',
    ),
    ...judge(
      most(({ userId }) => userId),
      perUser,
      'for one user',
    ),
    ...judge(open.length, inAll, 'in all'),
  ];
};

const judge = (is: number, limit: number, whose: string): readonly string[] =>
  is <= limit ? [] : [`${is} invoices of strangers are open ${whose}, of ${limit} at most`];
