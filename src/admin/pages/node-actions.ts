import type { NodeManagement } from '../../lightning/node-management.ts';
import { type Page, sendFile } from '../../web/pages/page.ts';
import { makeAddress, takeChannelBackup } from '../manage-node.ts';
import { type ActionPage, actionPages, done, operatorOf } from './action-pages.ts';
import { buyChannelPage } from './buy-channel.ts';
import { closeChannelPage } from './close-channel.ts';
import { openChannelPage } from './open-channel.ts';
import {
  CHANNEL_BACKUP_PATH,
  FUND_NODE_PATH,
  NODE_ADDRESS_PATH,
  NODE_PATH,
} from './operate-paths.ts';
import type { OperatorPageDeps } from './operator-page-deps.ts';
import { payChannelPage } from './pay-channel.ts';

const address: ActionPage<NodeManagement> = {
  path: NODE_ADDRESS_PATH,
  section: 'node',
  back: FUND_NODE_PATH,
  find: async ({ operator }) => operator.management,
  ask: ({ texts }) => {
    const { title, text, submit } = texts.actions.nodeAddress;
    return { title, text, submit };
  },
  act: async ({ actions }, request, management) => {
    const deps = { ...actions, management };
    await makeAddress(deps, operatorOf(request), actions.node.pubkey);
    return done(request.texts.actions.nodeAddress.done);
  },
};

const backup: ActionPage<NodeManagement> = {
  path: CHANNEL_BACKUP_PATH,
  section: 'node',
  back: NODE_PATH,
  find: async ({ operator }) => operator.management,
  ask: ({ texts }) => {
    const { title, text, submit } = texts.actions.channelBackup;
    return { title, text, submit };
  },
  act: async ({ actions }, request, management) => {
    const { bytes } = await takeChannelBackup({ ...actions, management }, operatorOf(request));
    return sendFile({
      name: 'channels.backup',
      type: 'application/octet-stream',
      parts: (async function* () {
        yield bytes;
      })(),
    });
  },
};

export const nodeActionPages: readonly Page<OperatorPageDeps>[] = [
  ...actionPages(address),
  ...actionPages(openChannelPage),
  ...actionPages(closeChannelPage),
  ...actionPages(buyChannelPage),
  ...actionPages(payChannelPage),
  ...actionPages(backup),
];
