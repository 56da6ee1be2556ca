import { NOTICES_PATH } from '../../web/pages/paths.ts';

export const NOTICE_WAYS_PATH = `${NOTICES_PATH}/ways`;
export const DEVICES_PATH = `${NOTICES_PATH}/devices`;
/** The address to which a script reports that its browser's subscription has changed. */
export const RENEW_DEVICE_PATH = `${DEVICES_PATH}/renew`;
export const PUSHED_KINDS_PATH = `${NOTICES_PATH}/pushed`;
