import type { Config } from '../../config/config.ts';
import { watchStopFile } from '../../node/io/stop-file.ts';
import type { OutsideGate } from '../../node/outside-gate.ts';

/** Stops that the operator sets outside the database: a variable, a file in the data folder. */
export const operatorGate = (config: Config): OutsideGate =>
  firstToStop([switchedOff(config.payments.outsidePayments), watchStopFile(config.dataDir)]);

const switchedOff = (isOn: boolean): OutsideGate => ({
  stopReason: () => (isOn ? null : 'SATCHEL_OUTSIDE_PAYMENTS is off'),
});

export const firstToStop = (gates: readonly OutsideGate[]): OutsideGate => ({
  stopReason: () => firstOf(gates.map((gate) => gate.stopReason())),
  comparingSince: () => firstOf(gates.map((gate) => gate.comparingSince?.() ?? null)),
});

const firstOf = <T>(answers: readonly (T | null)[]): T | null =>
  answers.find((answer) => answer !== null) ?? null;
