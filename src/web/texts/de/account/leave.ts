/** Die eigenen Daten mitnehmen, eine Wallet leeren, ein Konto schließen. */
export const leave = {
  title: 'Verlassen',
  lead:
    'Nimm deine Daten mit, leere deine Wallet, schließe dein Konto. Die ersten beiden ' +
    'gehen auch, wenn du bleibst.',
  archive: {
    heading: 'Deine Daten mitnehmen',
    text:
      'Eine Datei enthält alles, was über dich gespeichert ist: Profil, Adresse, Apps, Tokens ' +
      '(ohne ihre Geheimnisse), Notizen, Auszüge und jede Zahlung. Die andere listet alle ' +
      'Zahlungen für eine Tabelle auf.',
    json: 'Alles (JSON)',
    csv: 'Alle Zahlungen (CSV)',
    hint: 'Mit einem langen Verlauf dauern die Dateien eine Weile. Behalte sie für dich.',
  },
  empty: {
    heading: 'Deine Wallet leeren',
    isEmpty: 'Deine Wallet ist leer.',
    balance: (amount: string) => `In deiner Wallet sind ${amount}.`,
    held: (amount: string) =>
      `Weitere ${amount} sind für Zahlungen reserviert, die noch unterwegs sind.`,
    how:
      'Erstelle in einer anderen Wallet eine Rechnung oder Adresse, füge sie unter ' +
      '„Senden“ ein und wähle „Alles senden“.',
    rest:
      'Ein kleiner Rest kann bleiben: Vor der Zahlung wird eine Gebühr zurückgelegt, und was ' +
      'nicht gebraucht wurde, kommt zurück. Sende noch einmal alles, bis der Rest für ' +
      'jede Gebühr zu klein ist.',
    send: 'Senden',
  },
  close: {
    heading: 'Dein Konto schließen',
    text: 'Endgültig: Niemand kann es wieder öffnen, weder du noch der Betreiber.',
    submit: 'Konto schließen …',
  },
  closing: {
    title: 'Konto schließen',
    heading: 'Dein Konto endgültig schließen?',
    ends: {
      access:
        'Du wirst überall abgemeldet. Tokens, verbundene Apps und Webhooks gelten nicht mehr.',
      apps: 'Apps, die du angemeldet hast, enden für alle, die sie benutzen.',
      person:
        'Dein Name, deine E-Mail-Adresse, dein Bild, deine Notizen und Einstellungen ' +
        'werden entfernt.',
      address:
        'Deine Lightning-Adresse bleibt vergeben: Niemand bekommt sie wieder, auch du ' +
        'nicht. Unbezahlte Rechnungen enden.',
      late: 'Geld, das später ankommt, erreicht dich nicht mehr. Der Betreiber erfährt davon.',
      books:
        'Die Bücher behalten deine Zahlungen ohne deinen Namen, unter der Kennung deines Kontos.',
    },
    archiveFirst: 'Nimm vorher dein Archiv mit: Danach geht das nicht mehr.',
    balance: (amount: string) => `In deiner Wallet sind noch ${amount}.`,
    giveUp: 'Was in deiner Wallet übrig ist',
    giveUpChoice: (amount: string) => `Ich verzichte auf ${amount}`,
    giveUpHint: 'Es geht an den Betreiber, und du hast keinen Anspruch mehr darauf.',
    submit: 'Konto endgültig schließen',
    wait: (amount: string) =>
      `${amount} sind für Zahlungen reserviert, die noch unterwegs sind. Dein Konto kann ` +
      'geschlossen werden, wenn sie beendet sind.',
    problems: {
      balance_left:
        'In deiner Wallet ist noch Geld. Sende es zuerst an eine andere Wallet, oder sage unten, ' +
        'dass du darauf verzichtest.',
      open_payments: 'Einige deiner Zahlungen sind noch unterwegs. Warte, bis sie beendet sind.',
      last_admin:
        'Nur du betreibst diesen Dienst, deshalb kann dein Konto nicht geschlossen werden. Lade ' +
        'zuerst einen anderen Betreiber ein.',
    },
    done: 'Dein Konto ist geschlossen.',
  },
};
