import type { AppsMessages } from './apps.ts';
import type { NoticesMessages } from './notices.ts';
import type { WebhooksMessages } from './webhooks.ts';

/** Written by "npm run generate" from the files of `locales/en/`. */
export const CATALOGUES: readonly string[] = ['apps', 'notices', 'webhooks'];

export interface Catalogues extends AppsMessages, NoticesMessages, WebhooksMessages {}
