/** Addresses of pages to which other features lead. */
export const SEND_PATH = '/send';
export const NOTICES_PATH = '/notices';
export const STATEMENTS_PATH = '/statements';
export const MORE_PATH = '/more';
