import { REQUESTS_PATH } from '../../web/pages/paths.ts';

export const NEW_REQUEST_PATH = `${REQUESTS_PATH}/new`;
export const UNBLOCK_PATH = `${REQUESTS_PATH}/unblock`;

/** The path of the page of a request that the reader was asked to pay. */
export const requestPath = (id: string): string => `${REQUESTS_PATH}/${id}`;
