/**
 * States of an outgoing payment. `unknown` means that the node may or may not have it: the money
 * stays held until the node gives proof. `settled` and `failed` are final.
 */
export type PaymentState =
  | 'reserved'
  | 'dispatching'
  | 'in_flight'
  | 'unknown'
  | 'settled'
  | 'failed';

export const OPEN_PAYMENT_STATES: readonly PaymentState[] = [
  'reserved',
  'dispatching',
  'in_flight',
  'unknown',
];

const NEXT: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  reserved: ['dispatching', 'failed'],
  dispatching: ['in_flight', 'unknown', 'settled', 'failed'],
  in_flight: ['unknown', 'settled', 'failed'],
  unknown: ['in_flight', 'settled', 'failed'],
  settled: [],
  failed: [],
};

export const canBecome = (from: PaymentState, to: PaymentState): boolean => NEXT[from].includes(to);

export const isOpen = (state: PaymentState): boolean => NEXT[state].length > 0;
