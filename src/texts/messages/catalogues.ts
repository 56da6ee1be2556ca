import type { AccountsMessages } from './accounts.ts';
import type { ActivityMessages } from './activity.ts';
import type { AddressMessages } from './address.ts';
import type { AppsMessages } from './apps.ts';
import type { LeavingMessages } from './leaving.ts';
import type { NoticesMessages } from './notices.ts';
import type { OperateMessages } from './operate.ts';
import type { PeopleMessages } from './people.ts';
import type { ProofMessages } from './proof.ts';
import type { ReceiveMessages } from './receive.ts';
import type { RequestsMessages } from './requests.ts';
import type { SendMessages } from './send.ts';
import type { StatementsMessages } from './statements.ts';
import type { WebMessages } from './web.ts';
import type { WebhooksMessages } from './webhooks.ts';

/** Written by "npm run generate" from the files of `locales/en/`. */
export const CATALOGUES: readonly string[] = [
  'accounts',
  'activity',
  'address',
  'apps',
  'leaving',
  'notices',
  'operate',
  'people',
  'proof',
  'receive',
  'requests',
  'send',
  'statements',
  'web',
  'webhooks',
];

export interface Catalogues
  extends AccountsMessages,
    ActivityMessages,
    AddressMessages,
    AppsMessages,
    LeavingMessages,
    NoticesMessages,
    OperateMessages,
    PeopleMessages,
    ProofMessages,
    ReceiveMessages,
    RequestsMessages,
    SendMessages,
    StatementsMessages,
    WebMessages,
    WebhooksMessages {}
