/** Addresses of pages to which other features lead. */
export const SEND_PATH = '/send';
export const REQUESTS_PATH = '/requests';
/** Whom to ask for the money of an invoice. */
export const askPath = (invoiceIdentifier: string): string =>
  `${REQUESTS_PATH}/new?invoice=${invoiceIdentifier}`;
export const NOTICES_PATH = '/notices';
export const STATEMENTS_PATH = '/statements';
export const MORE_PATH = '/more';
