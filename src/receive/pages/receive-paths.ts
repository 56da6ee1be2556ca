import { RECEIVE_PATH } from '../../web/pages/paths.ts';

/** The path of the page of an invoice that its user has made. */
export const receivedPath = (identifier: string): string => `${RECEIVE_PATH}/${identifier}`;

/** The bitcoin address of a user. */
export const BITCOIN_PATH = `${RECEIVE_PATH}/bitcoin`;

/** Makes the address for the code of Lightning and bitcoin on the page of an invoice. */
export const bothPath = (identifier: string): string => `${receivedPath(identifier)}/both`;

export const hideInvoicePath = (identifier: string): string => `${receivedPath(identifier)}/hide`;

/** The path of the page of a link that offers money. */
export const withdrawPath = (draftId: string): string => `${RECEIVE_PATH}/withdraw/${draftId}`;
