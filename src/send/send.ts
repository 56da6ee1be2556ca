import type { Page } from '../web/pages/page.ts';
import { payDraftPages } from './pages/pay-draft.ts';
import { scanPages } from './pages/scan.ts';
import { sendPages } from './pages/send.ts';
import { sendDraftPages } from './pages/send-draft.ts';
import type { SendPageDeps } from './pages/send-page-deps.ts';
import { withdrawPages } from './pages/withdraw.ts';

export const SEND_PAGES: readonly Page<SendPageDeps>[] = [
  ...withdrawPages,
  ...sendPages,
  ...scanPages,
  ...sendDraftPages,
  ...payDraftPages,
];
