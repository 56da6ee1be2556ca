import type { AlarmKind } from '../../../../alarms/alarm-store.ts';

/** What an admin does about each kind of alarm. */
export const alarmAdvice = {
  fee_above_reserve:
    'Für diese Zahlung nichts: Den Unterschied trägt der Dienst, nicht die Person. Kommt das ' +
    'oft vor, erhöhe SATCHEL_FEE_RESERVE_PPM.',
  payment_stranded:
    'Sieh sie dir unter „Zahlungen“, „Steckengeblieben“ an. Sobald der Beweis vollständig ' +
    'ist, kannst du sie beenden; das Geld geht zurück in die Wallet.',
  stranded_payment_ended:
    'Nichts: Das Geld ist wieder in der Wallet. Bezahlt der Knoten doch noch, meldet das ein ' +
    'anderer Alarm.',
  foreign_payment_for_hash:
    'Finde heraus, wer sonst noch von diesem Knoten zahlt: Dieselbe Rechnung wurde auf ' +
    'anderem Weg bezahlt. Die Person hat ihr Geld zurück.',
  acknowledged_payment_not_found:
    'Entferne keine Zahlungen aus dem Knoten und prüfe, ob er sie aufbewahrt. Er hat eine ' +
    'vergessen, die er schon hatte; das Geld bleibt reserviert.',
  final_state_contradicted:
    'Halte Zahlungen über den Knoten an und bewahre seine Protokolle auf. Er hat zu einer ' +
    'Zahlung zweierlei gesagt. Frage nach, bevor du weitermachst.',
  credit_parked:
    'Sieh unter „Geld ohne Empfänger“ nach: Etwas kam an und konnte nicht gutgeschrieben ' +
    'werden. Weise es zu, sobald du weißt, wem es gehört.',
  receipt_taken_back:
    'Die Wallet behält das Geld, also schuldest du es. Deckt der Knoten nicht mehr, was den ' +
    'Leuten gehört, lege den Betrag nach und bitte um eine neue Zahlung an den Knoten.',
  closed_account_paid:
    'Du findest es unter „Geld ohne Empfänger“: Es kam für ein geschlossenes Konto. Weise es ' +
    'zu, wenn du weißt, wohin es gehört.',
  statement_not_closed:
    'Prüfe die Bücher und sieh nach, was die Daten dieser Person verändert hat. Der letzte ' +
    'Monat ihrer Wallet lässt sich nicht abschließen.',
  owed_sums_differ:
    'Prüfe jetzt die Bücher. Über das Geschuldete wird nichts Neues veröffentlicht, bis ' +
    'Wallets und Bücher übereinstimmen.',
  proof_folder_differs:
    'Bis dahin wird kein Prüfpunkt veröffentlicht. Finde heraus, was die Kopien der Prüfpunkte ' +
    'im Datenordner verändert hat, und verschiebe dann diesen Ordner. Danach gilt die Datenbank.',
  cursor_event_missing:
    'Verbinde den Knoten mit derselben Geschichte wie zuvor. Bis dahin wird nichts gebucht, ' +
    'was dieser empfängt.',
  node_changed:
    'Verbinde wieder den früheren Knoten: Dieser hat einen anderen Schlüssel. Was er ' +
    'empfängt, wird nicht gebucht.',
  preimage_mismatch:
    'Halte Zahlungen über den Knoten an und bewahre seine Protokolle auf. Er hat einen ' +
    'Zahlungsbeweis geschickt, der nicht passt. Frage nach, bevor du weitermachst.',
  node_balance_too_low:
    'Finde heraus, wohin das Geld ging, bevor du welches nachlegst. Zahlungen über den Knoten' +
    ' ruhen, bis er deckt, was den Leuten gehört.',
  books_do_not_balance:
    'Sieh unter „Bücher“ nach, was gefunden wurde, und mache eine Sicherung, bevor du etwas ' +
    'änderst. Zahlungen über den Knoten ruhen.',
  job_parked:
    'Sieh unter „Aufträge“ den letzten Fehler an. Behebe die Ursache und versuche den Auftrag' +
    ' noch einmal.',
  payment_not_in_books:
    'Finde heraus, wer sie gesendet hat: Die Datenbank kennt diese Zahlung des Knotens nicht.' +
    ' Siehe „After a restore“ in docs/operating.md.',
  payment_of_others:
    'Nichts, wenn du weißt, wer sonst von diesem Knoten zahlt. Wenn nicht, hat die Datenbank ' +
    'vielleicht eine Zahlung verloren: siehe docs/operating-lnd.md.',
  invoice_not_in_books:
    'Der Knoten hat Geld empfangen, das die Datenbank nicht kennt. Siehe „After a restore“ in' +
    ' docs/operating.md.',
  database_unsafe:
    'Korrigiere die Einstellungen des Datenbankservers, die der Alarm nennt: Mit ihnen ' +
    'bestätigt er, was nur eine Maschine hat. Fällt sie aus, ist bestätigtes Geld verloren.',
  database_gone_back:
    'Der Datenbank fehlt, was sie schon hatte. Lass keine Zahlungen hinaus, bevor sie mit dem' +
    ' Knoten verglichen ist: siehe „After a restore“ in docs/operating.md.',
  payment_lost:
    'Der Knoten hat diese Zahlung, die Datenbank hat sie verloren. Siehe „After a restore“ in' +
    ' docs/operating.md.',
  backup_failed:
    'Sieh unter Bücher nach, woran es lag, und behebe es: meist ist die Platte voll oder ' +
    'der Ordner nicht beschreibbar. Die nächste geplante Sicherung versucht es wieder.',
  backup_overdue:
    'Seit der doppelten geplanten Zeit gibt es keine gute Sicherung. Finde heraus, warum ' +
    'die letzte scheiterte, oder mache selbst eine: satchel backup now.',
  payment_takes_long:
    'Sieh sie dir unter „Zahlungen“ an. Jemand auf dem Weg oder am Ziel hält sie zurück, oder' +
    ' der Knoten meldet ihr Ende nicht. Ihr Geld bleibt reserviert, bis der Knoten sagt, was ' +
    'aus ihr wurde.',
  database_refuses_writes:
    'Finde heraus, warum die Datenbank nichts schreiben konnte: Der Alarm nennt ihre Antwort.' +
    ' Meist ist die Platte voll, oder die Adresse führt zu einem Server, der nur gelesen ' +
    'werden darf.',
  node_away:
    'Starte den Knoten, entsperre seine Wallet oder korrigiere Adresse, Zertifikat oder ' +
    'Macaroon in den Einstellungen: Der Alarm nennt seine Antwort. Bis dahin entstehen keine ' +
    'Rechnungen, und über den Knoten geht nichts hinaus.',
  backup_missing:
    'Setze SATCHEL_BACKUP_EVERY oder mache selbst eine Sicherung: satchel backup now. Ohne ' +
    'Sicherung ist mit dieser Platte das Geld aller verloren.',
  database_outdated:
    'Bringe den Datenbankserver auf die Version, die der Alarm nennt: Ältere haben öffentlich' +
    ' bekannte Fehler. Welche, steht in docs/operating.md.',
} satisfies Readonly<Record<AlarmKind, string>>;
