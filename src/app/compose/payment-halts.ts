import type { Config } from '../../config/config.ts';
import { watchStopFile } from '../../node/io/stop-file.ts';
import type { PaymentHalt } from '../../node/payment-halt.ts';

/** Stops that the operator sets outside the database: a variable, a file in the data folder. */
export const operatorGate = (config: Config): PaymentHalt =>
  firstToStop([switchedOff(config.payments.externalPayments), watchStopFile(config.dataDir)]);

const switchedOff = (isOn: boolean): PaymentHalt => ({
  stopReason: () => (isOn ? null : 'SATCHEL_OUTSIDE_PAYMENTS is off'),
});

export const firstToStop = (gates: readonly PaymentHalt[]): PaymentHalt => ({
  stopReason: () => firstOf(gates.map((gate) => gate.stopReason())),
  comparingSince: () => firstOf(gates.map((gate) => gate.comparingSince?.() ?? null)),
});

const firstOf = <T>(answers: readonly (T | null)[]): T | null =>
  answers.find((answer) => answer !== null) ?? null;
