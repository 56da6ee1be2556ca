import { RECEIVE_PATH } from '../../web/pages/paths.ts';

/** The path of the page of an invoice that its user has made. */
export const receivedPath = (identifier: string): string => `${RECEIVE_PATH}/${identifier}`;

/** The path of the page of the user's bitcoin address. */
export const BITCOIN_PATH = `${RECEIVE_PATH}/bitcoin`;

/**
 * The path that makes a bitcoin address for the code on an invoice's page which both Lightning and
 * bitcoin wallets can pay.
 */
export const bothPath = (identifier: string): string => `${receivedPath(identifier)}/both`;

export const hideInvoicePath = (identifier: string): string => `${receivedPath(identifier)}/hide`;

/** The path of the page of a link that offers money to be withdrawn. */
export const withdrawPath = (draftId: string): string => `${RECEIVE_PATH}/withdraw/${draftId}`;
