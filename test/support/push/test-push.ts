import { createAlarmStore } from '../../../src/alarms/sql/alarm-store.ts';
import { addressRules } from '../../../src/base/address-rules.ts';
import type { Clock } from '../../../src/base/clock.ts';
import type { Log } from '../../../src/base/log.ts';
import type { Random } from '../../../src/base/random.ts';
import type { Database } from '../../../src/database/db.ts';
import type { Push } from '../../../src/push/push.ts';
import type { PushClient } from '../../../src/push/push-client.ts';
import type { PushSender } from '../../../src/push/send-push.ts';
import { senderKeyOf } from '../../../src/push/sender-token.ts';
import { createPushDeviceStore } from '../../../src/push/sql/push-device-store.ts';

export interface TestPushOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** As whom tests send push messages. */
export const TEST_SENDER: PushSender = {
  key: senderKeyOf(new Uint8Array(32).fill(7)),
  contact: 'mailto:op@wallet.example',
};

/** Parts that send push messages over a client that a test chooses; by default nothing answers. */
export const createTestPush = (
  database: Database,
  { clock, random, log }: TestPushOptions,
  changes: Partial<Push> = {},
): Push => ({
  pushClient: SILENT,
  pushDevices: createPushDeviceStore(database),
  pushSender: TEST_SENDER,
  addresses: addressRules([]),
  alarms: createAlarmStore(database),
  clock,
  random,
  log,
  ...changes,
});

const SILENT: PushClient = {
  post: async () => ({ kind: 'unanswered', detail: 'no push service answers in this test' }),
};
