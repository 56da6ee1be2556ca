/** The page where anyone pays an address; `pathName` may carry a tag. */
export const payPath = (pathName: string): string => `/pay/${pathName}`;

/** The page of an invoice made there. Only its payer knows the id. */
export const payInvoicePath = (pathName: string, verifyId: string): string =>
  `${payPath(pathName)}/${verifyId}`;
