/** Users confirm that it is them before they do something dangerous. */
export const confirm = {
  title: 'Bist du es?',
  password: (email: string) =>
    'Gib zu deiner Sicherheit noch einmal dein Passwort ein, um fortzufahren. Du bist als ' +
    `${email} angemeldet.`,
  wrongPassword: 'Das ist nicht dein Passwort.',
  submit: 'Weiter',
  usePasskey: 'Mit Passkey bestätigen',
  passkey: 'Benutze zu deiner Sicherheit deinen Passkey, um fortzufahren.',
  submitPasskey: 'Passkey benutzen',
  usePassword: 'Mit Passwort bestätigen',
  /** Shown where something lets money leave, now or later. */
  forThis:
    'Damit kann Geld deine Wallet verlassen. Darum wirst du gefragt, wer du bist, und nur ' +
    'hierfür.',
  signedInAs: (email: string) => `Du bist als ${email} angemeldet.`,
  sendAgain: 'Danke. Prüfe das Formular und sende es noch einmal ab.',
};
