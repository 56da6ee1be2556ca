export const LEAVE_PATH = '/leave';
export const ARCHIVE_JSON_PATH = `${LEAVE_PATH}/archive.json`;
export const ARCHIVE_CSV_PATH = `${LEAVE_PATH}/payments.csv`;
export const CLOSE_PATH = `${LEAVE_PATH}/close`;
