import { SEND_PATH } from '../../web/pages/paths.ts';

export const SCAN_PATH = `${SEND_PATH}/scan`;

/** The page of something that its user is about to send, or has sent. */
export const draftPath = (draftId: string): string => `${SEND_PATH}/${draftId}`;
export const payPath = (draftId: string): string => `${draftPath(draftId)}/pay`;
/** Begins the same once more. */
export const againPath = (draftId: string): string => `${draftPath(draftId)}/again`;
