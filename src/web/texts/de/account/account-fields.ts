/** Fields that several forms for accounts have. */
export const accountFields = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  newPasswordHint: (minLength: number) =>
    `Mindestens ${minLength} Zeichen. Nimm ein paar Wörter, die sonst niemand so ` +
    'zusammenstellen würde.',
  name: 'Name',
  nameHint: 'Apps, die du verbindest, können dich bei diesem Namen nennen.',
  code: 'Code',
};
