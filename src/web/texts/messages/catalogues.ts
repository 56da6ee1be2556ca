import type { NoticesMessages } from './notices.ts';
import type { OperateMessages } from './operate.ts';

/** Written by "npm run generate" from the files of `locales/en/`. */
export const CATALOGUES: readonly string[] = ['notices', 'operate'];

export interface Catalogues
  extends NoticesMessages,
    OperateMessages {}
