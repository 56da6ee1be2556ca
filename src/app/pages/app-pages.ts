import { appGrantPages } from '../../apps/pages/app-grant.ts';
import { appGrantBudgetPages } from '../../apps/pages/app-grant-budget.ts';
import { appListPages } from '../../apps/pages/app-list.ts';
import { endDevicePages } from '../../apps/pages/end-device.ts';
import { newConnectionPages } from '../../apps/pages/new-connection.ts';
import { newDevicePages } from '../../apps/pages/new-device.ts';
import { pairingPages } from '../../apps/pages/pairing.ts';
import { revokeAppGrantPages } from '../../apps/pages/revoke-app-grant.ts';
import type { Page } from '../../web/pages/page.ts';

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
