/** Addresses of pages to which other features lead. */
export const SEND_PATH = '/send';
export const RECEIVE_PATH = '/receive';
export const REQUESTS_PATH = '/requests';
/** The page on which to choose who is asked for the money of an invoice. */
export const askPath = (invoiceIdentifier: string): string =>
  `${REQUESTS_PATH}/new?invoice=${invoiceIdentifier}`;
export const ADDRESS_PATH = '/address';
/** The page with a user's password, passkeys, codes and sessions. */
export const SECURITY_PATH = '/security';
/** The personal tokens of a user. */
export const TOKENS_PATH = '/developer/tokens';
/** The page on which operators see the whole service. */
export const OPERATE_PATH = '/operate';
export const NOTICES_PATH = '/notices';
export const STATEMENTS_PATH = '/statements';
export const MORE_PATH = '/more';
