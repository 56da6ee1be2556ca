import type { SaveContactDeps } from '../save-contact.ts';

export type ContactPageDeps = SaveContactDeps;
