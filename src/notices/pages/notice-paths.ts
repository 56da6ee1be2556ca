import { NOTICES_PATH } from '../../web/pages/places.ts';

export const NOTICE_WAYS_PATH = `${NOTICES_PATH}/ways`;
