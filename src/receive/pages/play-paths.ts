/** Paths of pages that only the simulated network has. */
export const PLAY_PATH = '/play';
export const PLAY_PAY_PATH = `${PLAY_PATH}/pay`;
export const PLAY_INVOICE_PATH = `${PLAY_PATH}/invoice`;
