/** Addresses of pages to which other features lead. */
export const SEND_PATH = '/send';
export const RECEIVE_PATH = '/receive';
export const REQUESTS_PATH = '/requests';
/** Whom to ask for the money of an invoice. */
export const askPath = (invoiceIdentifier: string): string =>
  `${REQUESTS_PATH}/new?invoice=${invoiceIdentifier}`;
export const ADDRESS_PATH = '/address';
/** What people sign in with, and where they are signed in. */
export const SECURITY_PATH = '/security';
/** The personal tokens of a user. */
export const TOKENS_PATH = '/developer/tokens';
/** What operators see of the whole service. */
export const OPERATE_PATH = '/operate';
export const NOTICES_PATH = '/notices';
export const STATEMENTS_PATH = '/statements';
export const MORE_PATH = '/more';
