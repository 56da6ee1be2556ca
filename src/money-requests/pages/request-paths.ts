import { REQUESTS_PATH } from '../../web/pages/paths.ts';

export const NEW_REQUEST_PATH = `${REQUESTS_PATH}/new`;
export const UNBLOCK_PATH = `${REQUESTS_PATH}/unblock`;

/** The path of the page that shows a request to the user who was asked to pay it. */
export const requestPath = (id: string): string => `${REQUESTS_PATH}/${id}`;
