import { oneOf, wholeBigint, wholeNumber } from './forms.ts';
import { optional } from './variable.ts';

const amount = wholeBigint(1n, 2_100_000_000_000_000n);

/** Settings of limits on what leaves the service as a whole. */
export const OUTFLOW_VARIABLES = {
  outflow: optional(
    'SATCHEL_OUTFLOW',
    oneOf('enforce', 'observe', 'off'),
    'What happens to a payment that would pass a limit on what leaves: it is refused and nothing ' +
      'leaves until an operator allows it, it only raises an alarm, or there are no limits. ' +
      'Default: enforce, and off with play money. See docs/operating.md.',
  ),
  outflowHour: optional(
    'SATCHEL_OUTFLOW_HOUR',
    amount,
    'Sats that may leave over the node and on the chain within any hour, fees included.',
  ),
  outflowDay: optional('SATCHEL_OUTFLOW_DAY', amount, 'The same within any 24 hours.'),
  outflowNetDay: optional(
    'SATCHEL_OUTFLOW_NET_DAY',
    amount,
    'Sats by which what leaves within 24 hours may exceed what comes in.',
  ),
  outflowSingle: optional(
    'SATCHEL_OUTFLOW_SINGLE',
    amount,
    'Sats of the largest single payment; several keysends in one call count as one.',
  ),
  outflowCountHour: optional(
    'SATCHEL_OUTFLOW_COUNT_HOUR',
    wholeNumber(1, 100_000_000),
    'Payments that may leave within any hour.',
  ),
};
