import { ACCOUNT_PAGES } from './account/account-pages.ts';
import { page as home } from './home.ts';
import type { Page } from './kit/page.ts';

/** Every page that people see. */
export const PAGES: readonly Page[] = [home, ...ACCOUNT_PAGES];
