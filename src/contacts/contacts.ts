/** Puts together the feature of contacts: names that users keep for those whom they pay. */

import type { Page } from '../web/pages/page.ts';
import { contactPages } from './pages/contact.ts';
import type { ContactPageDeps } from './pages/contact-page-deps.ts';
import { contactListPages } from './pages/contacts.ts';
import { newContactPages } from './pages/new-contact.ts';

export const PEOPLE_PAGES: readonly Page<ContactPageDeps>[] = [
  ...contactListPages,
  ...newContactPages,
  ...contactPages,
];
