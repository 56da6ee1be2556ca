import type { NoticesMessages } from './notices.ts';

/** Written by "npm run generate" from the files of `locales/en/`. */
export interface Catalogues {
  readonly notices: NoticesMessages;
}
