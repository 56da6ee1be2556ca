/** Paths of pages to which other features lead. */
export const SEND_PATH = '/send';
export const RECEIVE_PATH = '/receive';
export const REQUESTS_PATH = '/requests';
/** The path of the page on which users choose whom to ask to pay an invoice. */
export const askPath = (invoiceIdentifier: string): string =>
  `${REQUESTS_PATH}/new?invoice=${invoiceIdentifier}`;
export const ADDRESS_PATH = '/address';
/** The path of the page with a user's password, passkeys, codes and sessions. */
export const SECURITY_PATH = '/security';
/** The path of the page with a user's personal tokens. */
export const TOKENS_PATH = '/developer/tokens';
/** The path of the page on which operators see the whole service. */
export const OPERATE_PATH = '/operate';
/** The path of the page with the payments that wait for their user's approval. */
export const APPROVALS_PATH = '/approvals';
export const ACTIVITY_PATH = '/activity';
/** The path of the page about one payment or receipt. */
export const recordPath = (identifier: string): string => `${ACTIVITY_PATH}/${identifier}`;
export const NOTICES_PATH = '/notices';
export const STATEMENTS_PATH = '/statements';
export const MORE_PATH = '/more';
