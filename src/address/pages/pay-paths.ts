/** The path of the page on which anyone pays an address; `pathName` may carry a tag. */
export const payPath = (pathName: string): string => `/pay/${pathName}`;

/** The path of the page of an invoice made by a payer, who alone knows its id. */
export const payInvoicePath = (pathName: string, verifyId: string): string =>
  `${payPath(pathName)}/${verifyId}`;
