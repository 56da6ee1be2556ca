import { type Html, html } from '../../../pages/html.ts';

/** Proof of what is owed: what everyone sees, and what a user sees of their own. */
export const proof = {
  title: 'Nachweis der Schulden',
  lead:
    'Jede Stunde veröffentlicht dieser Dienst, wie viel er allen Nutzern zusammen schuldet. ' +
    'Alle können prüfen, ob ihr eigenes Geld darin gezählt ist.',
  link: 'Prüfen, ob dein Geld gezählt ist',
  publicLink: 'Nachweis, dass dein Geld gezählt ist',
  none: {
    title: 'Noch nichts veröffentlicht',
    text:
      'Es beginnt, sobald genug Leute hier Geld hatten, damit die Summe nichts über einzelne ' +
      'verrät. Von da an erscheint es jede Stunde.',
  },
  stale: (when: Html): Html =>
    html`Der letzte Nachweis ist von ${when}. Es sollte jede Stunde einen geben. Frag die Leute,
      die diesen Dienst betreiben, warum keiner kommt.`,
  upToDate: 'Aktuell',
  tooOld: 'Zu alt',
  total: 'Insgesamt geschuldet',
  toUsers: 'Nutzern',
  onItsWay: 'Davon reserviert für Zahlungen, die unterwegs sind',
  unclaimed: 'Leuten, die noch nicht bekannt sind',
  made: 'Stand',
  number: 'Nummer',
  details: 'Zum Vergleichen',
  fingerprint: 'Fingerabdruck',
  key: 'Schlüssel der Unterschrift',
  node: 'Lightning-Knoten',
  bound: 'Der Lightning-Knoten hat diesen Schlüssel unterschrieben:',
  notBound: 'Der Lightning-Knoten hat diesen Schlüssel noch nicht unterschrieben.',
  compare: 'Andere müssen unter derselben Nummer denselben Fingerabdruck sehen.',
  checkMine: 'Mein Geld prüfen',
  signIn: 'Anmelden und prüfen',
  all: 'Alles, was veröffentlicht wurde',
  newKey: 'Neuer Schlüssel, vom vorigen unterschrieben.',
  unsignedKey: 'Neuer Schlüssel, vom vorigen nicht unterschrieben.',
  gap: (hours: string) => `Davor gab es ${hours} Stunden lang keinen.`,
  older: 'Ältere',
  shows: {
    title: 'Was es zeigt',
    sum: 'Der Dienst schuldet mindestens so viel und hat das unterschrieben.',
    mine:
      'Ist dein Geld gezählt, kann es später niemand weglassen, ohne dass dein Browser ' +
      'es merkt.',
    past: 'Deine früheren Zahlungen sind mitversiegelt. Keine davon lässt sich später ändern.',
  },
  hides: {
    title: 'Was es nicht zeigt',
    money: 'Es zeigt nicht, dass das Geld da ist. Das kann kein Dienst allein beweisen.',
    others: 'Es zeigt nicht, dass alle gezählt sind. Je mehr prüfen, desto sicherer sind alle.',
    debts: 'Es zeigt nicht, was die Betreiber anderswo schulden.',
  },
  said: {
    title: 'Angabe des Betreibers',
    hint:
      'Dieser Teil ist nicht bewiesen, nur gesagt. Die bekannt gegebenen Kanäle des Knotens kann ' +
      'jeder mit seinem Schlüssel nachschlagen: Mehr als ihre Kapazität kann er darin nicht ' +
      'halten.',
    holds: 'Der Knoten hält',
    atLeast: (amount: string) => `${amount} oder etwas mehr`,
    announced: 'Kapazität seiner bekannt gegebenen Kanäle',
    away: 'Der Knoten antwortet zurzeit nicht.',
  },
  mine: {
    title: 'Ist mein Geld gezählt?',
    lead: 'Dein Browser rechnet es selbst aus. Niemand sieht, ob du prüfst.',
    counted: 'Du bist gezählt mit',
    moment: (when: Html): Html =>
      html`Das hattest du am ${when}, zusammen mit dem, was reserviert war.`,
    absent: {
      title: 'Du bist noch nicht dabei',
      text: 'Du bist nach dem letzten Nachweis dazugekommen. Komm in einer Stunde wieder.',
    },
    missing: {
      title: 'Deine Datei ist gerade nicht da',
      text:
        'Ein Backup dieses Dienstes wurde zurückgespielt. Deine Datei kommt mit dem ' +
        'nächsten Nachweis. Komm in einer Stunde wieder.',
    },
    unchecked:
      'Diese Seite prüft es mit einem Skript, das dein Browser nicht ausgeführt hat. Du kannst ' +
      'beide Dateien aufheben und mit einem eigenen Programm prüfen.',
    checking: 'Wird geprüft…',
    impossible:
      'Dieser Browser kann hier keine Unterschriften prüfen. Nimm einen neueren und eine ' +
      'Adresse, die mit https beginnt, oder prüfe die Dateien mit einem eigenen Programm.',
    held: {
      word: 'Es stimmt.',
      text: 'Dein Geld ist in dem gezählt, was dieser Dienst zu schulden angibt.',
      tree: 'Alle Teile deines Geldes führen zur veröffentlichten Summe.',
      signature: 'Der Dienst hat diese Summe unterschrieben.',
      first: 'Dieser Browser merkt sie sich ab jetzt und vergleicht die nächste mit ihr.',
      same: 'Es ist dieselbe, die dieser Browser beim letzten Mal gesehen hat.',
      rotated:
        'Der Dienst hat seit deinem letzten Besuch den Schlüssel gewechselt. Der vorige hat ' +
        'den neuen unterschrieben.',
      since:
        'Alles seit deinem letzten Besuch folgt aus dem, was dieser Browser schon gesehen hat.',
    },
    refused: {
      word: 'Es stimmt nicht.',
      text:
        'Hebe zuerst die beiden Dateien unten auf. Frag dann die Leute, die diesen Dienst ' +
        'betreiben, und sag anderen Nutzern Bescheid.',
    },
    files: 'Dateien zum Aufheben',
    filesHint:
      'Mit beiden Dateien kannst du, oder jemand, dem du vertraust, es auf einem anderen ' +
      'Rechner prüfen. In der ersten steht, wie viel du hattest: Zeig sie sonst niemandem.',
    mineFile: 'Meine Datei',
    checkpointFile: 'Veröffentlichte Datei',
    readMine: 'In meine Datei sehen',
    readCheckpoint: 'In die veröffentlichte Datei sehen',
  },
  /** Why it does not hold. */
  reasons: {
    unreadable: 'Eine Datei ist beschädigt.',
    sum_out_of_bounds: 'Ein Betrag ist kleiner als null oder größer als alle Bitcoin.',
    wrong_key: 'Es ist mit einem anderen Schlüssel unterschrieben als vorher.',
    unsigned_key:
      'Der Schlüssel hat gewechselt, und der vorige hat den neuen nicht unterschrieben.',
    wrong_signature: 'Die Unterschrift ist falsch.',
    wrong_root: 'Die veröffentlichte Summe folgt nicht aus ihren Teilen.',
    other_epoch: 'Deine Datei gehört zu einer anderen veröffentlichten Summe.',
    other_identifier: 'Die Datei handelt von jemand anderem.',
    part_missing: 'Ein Teil deines Geldes fehlt.',
    part_twice: 'Ein Teil deines Geldes ist doppelt gezählt.',
    wrong_depth: 'Ein Teil deines Geldes steht an einer falschen Stelle.',
    not_in_tree: 'Ein Teil deines Geldes führt nicht zur veröffentlichten Summe.',
    wrong_total: 'Die Teile ergeben zusammen nicht dein Geld.',
    broken_chain: 'Was veröffentlicht wurde, folgt nicht aus dem Früheren.',
    older_than_seen: 'Es ist älter als das, was dieser Browser schon gesehen hat.',
    other_history:
      'Als dieser Browser das letzte Mal nachsah, war etwas anderes veröffentlicht. Vielleicht ' +
      'wurde der Dienst aus einer Sicherung wiederhergestellt, oder er erzählt jedem ' +
      'etwas anderes.',
    unreachable:
      'Was seit deinem letzten Besuch veröffentlicht wurde, ließ sich nicht laden. Versuch es ' +
      'noch einmal.',
  },
};
