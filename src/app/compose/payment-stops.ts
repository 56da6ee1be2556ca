import type { Config } from '../../config/config.ts';
import { watchStopFile } from '../../node/io/stop-file.ts';
import type { PaymentStop } from '../../node/payment-stop.ts';

/**
 * The operator's stops of outgoing payments outside the database: by an environment variable, or by
 * a file in the data folder.
 */
export const operatorStop = (config: Config): PaymentStop =>
  firstToStop([switchedOff(config.payments.externalPayments), watchStopFile(config.dataDir)]);

const switchedOff = (isOn: boolean): PaymentStop => ({
  stopReason: () => (isOn ? null : 'SATCHEL_OUTSIDE_PAYMENTS is off'),
});

export const firstToStop = (stops: readonly PaymentStop[]): PaymentStop => ({
  stopReason: () => firstOf(stops.map((stop) => stop.stopReason())),
  comparingSince: () => firstOf(stops.map((stop) => stop.comparingSince?.() ?? null)),
});

const firstOf = <T>(answers: readonly (T | null)[]): T | null =>
  answers.find((answer) => answer !== null) ?? null;
