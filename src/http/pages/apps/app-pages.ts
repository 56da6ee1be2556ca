import type { Page } from '../kit/page.ts';
import { appGrantPages } from './app-grant.ts';
import { appGrantBudgetPages } from './app-grant-budget.ts';
import { appListPages } from './app-list.ts';
import { endDevicePages } from './end-device.ts';
import { newConnectionPages } from './new-connection.ts';
import { newDevicePages } from './new-device.ts';
import { pairingPages } from './pairing.ts';
import { revokeAppGrantPages } from './revoke-app-grant.ts';

/** Everything about what may use a wallet, beside consent and tokens. */
export const APP_PAGES: readonly Page[] = [
  ...appListPages,
  ...newConnectionPages,
  ...pairingPages,
  ...appGrantPages,
  ...appGrantBudgetPages,
  ...revokeAppGrantPages,
  ...newDevicePages,
  ...endDevicePages,
];
