/** Limits of contacts. Limits that several features use are in base/. */

/** The most contacts of a user. */
export const MAX_CONTACTS = 500;
/** The greatest length of a contact's name; the table `contact` has the same bound. */
export const MAX_CONTACT_NAME_LENGTH = 64;
export const MAX_CONTACT_TARGET_LENGTH = 1000;
