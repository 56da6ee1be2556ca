export const RECEIVE_PATH = '/receive';

/** Of an invoice that its user has made. */
export const receivedPath = (identifier: string): string => `${RECEIVE_PATH}/${identifier}`;
