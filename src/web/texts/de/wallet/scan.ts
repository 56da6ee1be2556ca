/** Reading a code with the camera or from a picture. All but `needsScript` is shown by a script. */
export const scan = {
  open: 'Scannen',
  title: 'Code scannen',
  lead: 'Es wird nichts gesendet, bevor du es gesehen und bestätigt hast.',
  scanner: 'Scanner',
  start: 'Kamera verwenden',
  torch: 'Licht',
  picture: 'Bild auswählen',
  paste: 'Stattdessen einfügen',
  again: 'Noch einmal scannen',
  needsScript:
    'Scannen braucht JavaScript, und das läuft in diesem Browser nicht. Füge stattdessen den ' +
    'Text ein.',
  ask:
    'Dein Browser wird dich fragen, ob diese Website die Kamera verwenden darf. Was sie sieht, ' +
    'bleibt auf diesem Gerät.',
  look: 'Halte die Kamera so auf den QR-Code, dass er ganz im Bild ist.',
  reading: 'Im Bild wird nach einem Code gesucht …',
  found: 'Der Code wurde gelesen. Mit „Weiter“ siehst du, was er verlangt.',
  refused:
    'Diese Website darf die Kamera nicht verwenden. Erlaube es in den Einstellungen deines ' +
    'Browsers, oder wähle ein Bild des Codes aus.',
  noCamera: 'Es wurde keine Kamera gefunden. Wähle ein Bild des Codes aus, oder füge den Text ein.',
  busy:
    'Die Kamera startet nicht. Vielleicht verwendet sie gerade eine andere App. Schließe diese ' +
    'und versuch es noch einmal, oder wähle ein Bild des Codes aus.',
  insecure:
    'Browser geben die Kamera nur für Websites mit sicherer Verbindung (https) frei. Wähle ein ' +
    'Bild des Codes aus, oder füge den Text ein.',
  nothingFound:
    'In diesem Bild wurde kein QR-Code gefunden. Nimm eines, auf dem der Code größer und scharf ' +
    'ist.',
  noPicture: 'Diese Datei ist kein Bild, das dein Browser öffnen kann.',
  away:
    'Ein Teil dieser Seite konnte nicht geladen werden. Lade die Seite neu, oder füge den Text ' +
    'ein.',
};
