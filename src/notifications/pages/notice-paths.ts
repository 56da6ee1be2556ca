import { NOTICES_PATH } from '../../web/pages/paths.ts';

export const NOTICE_WAYS_PATH = `${NOTICES_PATH}/ways`;
