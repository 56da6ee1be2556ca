/** What went wrong, and what to do now. */
export const problems = {
  error: (status: number) => `Fehler ${status}`,
  toStart: 'Zur Startseite',
  notFound: {
    title: 'Hier gibt es nichts',
    message: 'Vielleicht ist ein Tippfehler in der Adresse, oder es gibt die Seite nicht mehr.',
  },
  method: {
    title: 'Das geht hier nicht',
    message: 'Die Seite gibt es, aber nicht für diese Art von Anfrage.',
  },
  staleForm: {
    title: 'Dieses Formular gilt nicht mehr',
    message:
      'Vielleicht hast du dich an- oder abgemeldet, seit du es geöffnet hast, oder eine ' +
      'andere Website hat es gesendet. Nichts wurde geändert. Geh zurück, lade die Seite neu ' +
      'und versuch es noch einmal.',
  },
  tooOften: {
    title: 'Zu viele Anfragen',
    message:
      'Aus deinem Netzwerk kamen zu viele Anfragen. Warte einen Moment und versuch es noch einmal.',
  },
  fault: {
    title: 'Bei uns ist etwas schiefgegangen',
    message: 'Du hast nichts falsch gemacht. Bitte versuch es gleich noch einmal.',
  },
  nodeAway: {
    title: 'Das Lightning-Netzwerk ist gerade nicht erreichbar',
    message:
      'Dieser Dienst hat im Moment keine Verbindung zum Lightning-Netzwerk. Nichts ist verloren ' +
      'gegangen. Versuch es gleich noch einmal.',
  },
  again: 'Noch einmal versuchen',
  away: {
    title: 'Deine Wallet ist gerade nicht erreichbar',
    message:
      'Bitte versuch es in einer Minute noch einmal. Wenn du gerade Geld senden wolltest, sieh ' +
      'zuerst im Verlauf nach: Vielleicht ist es schon gesendet.',
  },
  tooLarge: {
    title: 'Das ist zu viel auf einmal',
    message:
      'Der Browser hat mehr gesendet, als unsere Formulare annehmen. Geh zurück und versuch ' +
      'es mit weniger.',
  },
  doneBefore:
    'Es ist nichts geschehen. Vielleicht hast du dieses Formular schon abgeschickt, oder ' +
    'inzwischen hat sich etwas geändert. Schlüssel und Tokens werden nur einmal angezeigt.',
  unusable: {
    title: 'Diese Anfrage ist nicht brauchbar',
    message:
      'Der Browser hat etwas gesendet, das unsere Formulare nicht senden. Geh zurück und ' +
      'versuch es noch einmal.',
  },
};
