/** A new password for someone who has forgotten the old one. */
export const passwords = {
  forgotten: {
    title: 'Passwort vergessen?',
    byMail:
      'Gib deine E-Mail-Adresse ein. Wir senden dir einen Link, mit dem du ein neues Passwort ' +
      'wählst.',
    byOperator:
      'Gib deine E-Mail-Adresse ein. Der Betreiber dieser Website erfährt dann, dass du ein ' +
      'neues Passwort brauchst.',
    submit: 'Neues Passwort anfordern',
    back: 'Zurück zur Anmeldung',
  },
  requested: {
    title: 'Deine Anfrage ist angekommen',
    byMail:
      'Wenn es ein Konto mit dieser Adresse gibt, ist dorthin eine E-Mail mit einem Link ' +
      'unterwegs. Der Link gilt eine Stunde lang.',
    byOperator:
      'Wenn es ein Konto mit dieser Adresse gibt, sieht der Betreiber, dass du ein neues ' +
      'Passwort brauchst, und gibt dir einen Link.',
  },
  reset: {
    title: 'Neues Passwort wählen',
    submit: 'Passwort ändern',
    done:
      'Dein Passwort ist geändert, und du bist überall abgemeldet. Melde dich mit dem neuen ' +
      'Passwort an.',
  },
};
