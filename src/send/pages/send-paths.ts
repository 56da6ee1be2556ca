import { SEND_PATH } from '../../web/pages/paths.ts';

export const SCAN_PATH = `${SEND_PATH}/scan`;

/** The path of the page of a draft, before and after it is paid. */
export const draftPath = (draftId: string): string => `${SEND_PATH}/${draftId}`;
export const payPath = (draftId: string): string => `${draftPath(draftId)}/pay`;
/** The path that begins the same payment once more. */
export const againPath = (draftId: string): string => `${draftPath(draftId)}/again`;
