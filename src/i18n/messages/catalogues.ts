import type { AccountClosureMessages } from './account-closure.ts';
import type { AccountsMessages } from './accounts.ts';
import type { ActivityMessages } from './activity.ts';
import type { AddressMessages } from './address.ts';
import type { AdminMessages } from './admin.ts';
import type { ApprovalsMessages } from './approvals.ts';
import type { AppsMessages } from './apps.ts';
import type { ContactsMessages } from './contacts.ts';
import type { MoneyRequestsMessages } from './money-requests.ts';
import type { NotificationsMessages } from './notifications.ts';
import type { OnchainMessages } from './onchain.ts';
import type { ProofMessages } from './proof.ts';
import type { ReceiveMessages } from './receive.ts';
import type { SendMessages } from './send.ts';
import type { StatementsMessages } from './statements.ts';
import type { WebMessages } from './web.ts';
import type { WebhooksMessages } from './webhooks.ts';

/** Written by "npm run generate" from the files of `locales/en/`. */
export const CATALOGUES: readonly string[] = [
  'account-closure',
  'accounts',
  'activity',
  'address',
  'admin',
  'approvals',
  'apps',
  'contacts',
  'money-requests',
  'notifications',
  'onchain',
  'proof',
  'receive',
  'send',
  'statements',
  'web',
  'webhooks',
];

export interface Catalogues
  extends AccountClosureMessages,
    AccountsMessages,
    ActivityMessages,
    AddressMessages,
    AdminMessages,
    ApprovalsMessages,
    AppsMessages,
    ContactsMessages,
    MoneyRequestsMessages,
    NotificationsMessages,
    OnchainMessages,
    ProofMessages,
    ReceiveMessages,
    SendMessages,
    StatementsMessages,
    WebMessages,
    WebhooksMessages {}
