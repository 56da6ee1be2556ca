export const RECEIVE_PATH = '/receive';

/** Of an invoice that its user has made. */
export const receivedPath = (identifier: string): string => `${RECEIVE_PATH}/${identifier}`;

/** Of a link that offers money. */
export const withdrawPath = (draftId: string): string => `${RECEIVE_PATH}/withdraw/${draftId}`;
