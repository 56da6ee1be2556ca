import type { Page } from '../kit/page.ts';
import * as deleteEndpoint from './delete-endpoint.ts';
import * as delivery from './delivery.ts';
import * as editEndpoint from './edit-endpoint.ts';
import { page as endpoint } from './endpoint.ts';
import * as newEndpoint from './new-endpoint.ts';
import * as recover from './recover.ts';
import * as rotateSecret from './rotate-secret.ts';
import { page as sendTest } from './send-test.ts';
import * as signatureHelp from './signature-help.ts';
import * as switchEndpoint from './switch-endpoint.ts';
import { page as list } from './webhook-list.ts';

/** Endpoints of a user and of his apps, and what became of each delivery. */
export const WEBHOOK_PAGES: readonly Page[] = [
  list,
  newEndpoint.formPage,
  newEndpoint.page,
  signatureHelp.formPage,
  signatureHelp.page,
  endpoint,
  editEndpoint.formPage,
  editEndpoint.page,
  sendTest,
  recover.formPage,
  recover.page,
  rotateSecret.askPage,
  rotateSecret.page,
  switchEndpoint.askOffPage,
  switchEndpoint.offPage,
  switchEndpoint.askOnPage,
  switchEndpoint.onPage,
  deleteEndpoint.askPage,
  deleteEndpoint.page,
  delivery.page,
  delivery.replayPage,
];
