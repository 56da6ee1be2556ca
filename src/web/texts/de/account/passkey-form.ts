/** What stands beside a passkey form; all but the first is shown by its script. */
export const passkeyForm = {
  needsScript: 'Passkeys brauchen JavaScript, und das läuft in diesem Browser nicht.',
  notChosen:
    'Es wurde kein Passkey gewählt, oder es hat zu lange gedauert. Versuch es noch einmal.',
  known: 'Auf diesem Gerät gibt es schon einen Passkey für dein Konto.',
  impossible: 'Dieser Browser oder dieses Gerät unterstützt das hier nicht.',
};
