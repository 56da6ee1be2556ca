/**
 * The path of the page on which anyone can pay an address. `pathName` is the name, with a tag or
 * without.
 */
export const payPath = (pathName: string): string => `/pay/${pathName}`;

/** The path of the page of an invoice that a payer requested. Only that payer knows its id. */
export const payInvoicePath = (pathName: string, verifyId: string): string =>
  `${payPath(pathName)}/${verifyId}`;
