export const NOTICES_PATH = '/notices';
export const NOTICE_WAYS_PATH = `${NOTICES_PATH}/ways`;
