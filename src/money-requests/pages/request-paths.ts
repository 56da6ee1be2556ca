import { REQUESTS_PATH } from '../../web/pages/paths.ts';

export const NEW_REQUEST_PATH = `${REQUESTS_PATH}/new`;
export const UNBLOCK_PATH = `${REQUESTS_PATH}/unblock`;

/** The path of a request to the reader. */
export const requestPath = (id: string): string => `${REQUESTS_PATH}/${id}`;
