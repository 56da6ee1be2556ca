export const CONTACTS_PATH = '/contacts';
export const NEW_CONTACT_PATH = `${CONTACTS_PATH}/new`;

export const contactPath = (id: string): string => `${CONTACTS_PATH}/${id}`;

/** The path of the form for a new contact, in which the payee is filled in. */
export const saveContactPath = (target: string): string =>
  `${NEW_CONTACT_PATH}?to=${encodeURIComponent(target)}`;
