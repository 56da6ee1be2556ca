import type { Sat } from '../../base/amount.ts';
import { SEND_PATH } from '../../web/pages/paths.ts';

export const SCAN_PATH = `${SEND_PATH}/scan`;

/** The path of the page of a draft, before and after it is paid. */
export const draftPath = (draftId: string): string => `${SEND_PATH}/${draftId}`;
/** The path of the page on which the payer of this amount chooses a speed. */
export const speedsPath = (draftId: string, amountSat: Sat): string =>
  `${draftPath(draftId)}?amount=${amountSat}`;
export const payPath = (draftId: string): string => `${draftPath(draftId)}/pay`;
/** The path that makes a new draft for the same payment. */
export const againPath = (draftId: string): string => `${draftPath(draftId)}/again`;
