export const NOTICES_PATH = '/notices';
export const READ_NOTICES_PATH = `${NOTICES_PATH}/read`;
export const NOTICE_WAYS_PATH = `${NOTICES_PATH}/ways`;
