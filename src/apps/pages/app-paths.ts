export const APPS_PATH = '/apps';
export const NEW_CONNECTION_PATH = `${APPS_PATH}/new`;
export const SWITCH_ACCOUNT_PATH = `${NEW_CONNECTION_PATH}/switch-account`;

/** The path of the page about one connected app. */
export const appPath = (appGrantId: string): string => `${APPS_PATH}/${appGrantId}`;
export const newDevicePath = (appGrantId: string): string => `${appPath(appGrantId)}/devices/new`;
export const endDevicePath = (appGrantId: string, deviceId: string): string =>
  `${appPath(appGrantId)}/devices/${deviceId}/end`;
