import type { NoticesMessages } from './notices.ts';
import type { OperateMessages } from './operate.ts';
import type { OversightMessages } from './oversight.ts';

/** Written by "npm run generate" from the files of `locales/en/`. */
export const CATALOGUES: readonly string[] = ['notices', 'operate', 'oversight'];

export interface Catalogues extends NoticesMessages, OperateMessages, OversightMessages {}
