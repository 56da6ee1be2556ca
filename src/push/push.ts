/** Creates what sends push messages to browsers, as this service. */

import type { AlarmStore } from '../alarms/alarm-store.ts';
import type { ServiceKeys } from '../authorization/service-keys.ts';
import { addressRules } from '../base/address-rules.ts';
import type { Config } from '../config/config.ts';
import type { Context } from '../config/context.ts';
import { authUrlOf } from '../config/public-urls.ts';
import type { Database } from '../database/db.ts';
import { type OpenPushClient, openPushClient } from './http/push-client.ts';
import type { KeepDeviceDeps } from './keep-device.ts';
import { pushContact } from './push-contact.ts';
import type { PushDeviceStore } from './push-device.ts';
import type { SendPushDeps } from './send-push.ts';
import { senderKeyOf } from './sender-token.ts';
import { createPushDeviceStore } from './sql/push-device-store.ts';

/** The parts with which one process keeps subscriptions and sends push messages. */
export interface Push extends SendPushDeps, KeepDeviceDeps {
  readonly pushDevices: PushDeviceStore;
}

export interface OpenPush extends Push {
  readonly pushClient: OpenPushClient;
}

export interface PushOptions {
  readonly context: Context;
  readonly database: Database;
  readonly alarms: AlarmStore;
  readonly serviceKeys: ServiceKeys;
}

/**
 * Creates the parts of one process. The sender is the same in all processes and after a restore of
 * a backup, because browsers accept messages only from the key for which they have subscribed.
 */
export function createPush({ context, database, alarms, serviceKeys }: PushOptions): OpenPush {
  const { config, clock, random, log } = context;
  const addresses = addressRules(config.outboundAllow);
  const key = senderKeyOf(serviceKeys.keptKey('sender of push messages'));
  return {
    pushClient: openPushClient({ addresses, clock }),
    pushDevices: createPushDeviceStore(database),
    pushSender: { key, contact: pushContact(contactAddress(config)) },
    addresses,
    alarms,
    clock,
    random,
    log,
  };
}

/** The address that the operator has set for this, or else the sender of mails. */
export const contactAddress = (config: Contacts): string =>
  config.pushContact ?? config.mailFrom ?? `satchel@${new URL(authUrlOf(config)).hostname}`;

type Contacts = Pick<Config, 'pushContact' | 'mailFrom' | 'authUrl' | 'baseUrl' | 'host' | 'port'>;

export const closePush = ({ pushClient }: OpenPush): Promise<void> => pushClient.close();
