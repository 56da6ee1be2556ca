/** Limits of this feature. Those that several features use stand in base/. */

/** Per user. */
export const MAX_CONTACTS = 500;
/** Characters; the table `contact` holds the same. */
export const MAX_CONTACT_NAME_LENGTH = 64;
export const MAX_CONTACT_TARGET_LENGTH = 1000;
