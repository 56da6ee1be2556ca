import type { AlarmKind } from '../../../alarms/alarm-store.ts';
import type { NodeDifference } from '../../../node/comparison-store.ts';
import { type Html, html } from '../../pages/html.ts';
import { plural } from './plural.ts';

const DONE: Readonly<Record<NodeDifference['kind'], string>> = {
  payment: 'Zahlung',
  invoice: 'Eingang',
};
const STATES: Readonly<Record<NodeDifference['state'], string>> = {
  in_flight: 'unterwegs',
  succeeded: 'erfolgreich',
  settled: 'abgeschlossen',
};

/** What operators see of their node. They know Lightning. */
export const node = {
  title: 'Knoten',
  lead: 'Der Lightning-Knoten und ob sein Guthaben deckt, was dieser Dienst schuldet.',
  money: {
    title: 'Geld',
    payments: 'Zahlungen über den Knoten',
    allowed: 'Erlaubt',
    stopped: 'Angehalten',
    internal: 'Zahlungen zwischen Wallets dieses Dienstes laufen weiter.',
    solvency: 'Deckung',
    covered: 'Gedeckt',
    notCovered: 'Nicht gedeckt',
    noAnswer: 'Der Knoten antwortet nicht',
    holds: 'Der Knoten hält',
    unknown: 'Nicht bekannt',
    owes: 'Dieser Dienst schuldet',
    wallets: 'davon in Wallets',
    held: 'davon reserviert, noch nicht gesendet',
    unclaimed: 'davon niemandem zugeordnet',
    pending: 'Zahlungen unterwegs',
    none: 'Keine',
    pendingFor: (count: string, amount: string) => `${count}, dafür reserviert: ${amount}`,
    books: 'Bücher',
    notChecked: 'Noch nicht geprüft',
    balanced: 'Stimmen',
    findings: (count: string) =>
      `Stimmen nicht: ${count} ${plural(count, 'Abweichung', 'Abweichungen')}`,
    checked: (transfers: string, time: Html): Html =>
      html`${transfers} ${plural(transfers, 'Buchung', 'Buchungen')}, geprüft am ${time}`,
  },
  comparison: {
    title: 'Nach der Wiederherstellung',
    comparing:
      'Knoten und Datenbank werden gerade verglichen. Fehlt hier nichts, sind Zahlungen nach ' +
      'etwa einer Minute von selbst wieder erlaubt. Fehlt etwas, bleiben sie angehalten, bis ' +
      'du sie erlaubst:',
    differs:
      'Der Knoten hat Dinge getan, von denen die Datenbank nichts weiß. Nichts davon wird ' +
      'noch einmal gesendet oder verbucht. Wenn du es geprüft hast, erlaube Zahlungen wieder:',
    caption: 'Was die Datenbank nicht weiß',
    when: 'Wann',
    what: 'Was',
    paymentHash: 'Zahlungs-Hash',
    amount: 'Betrag',
    done: ({ kind, state }: Pick<NodeDifference, 'kind' | 'state'>) =>
      `${DONE[kind]}, ${STATES[state]}`,
  },
  info: {
    title: 'Knoten',
    noAnswer: 'Antwortet nicht',
    meanwhile:
      'Wallets können sich weiter gegenseitig bezahlen. Geld, das eintrifft, wird später ' +
      'gutgeschrieben.',
    name: 'Name',
    publicKey: 'Öffentlicher Schlüssel',
    network: 'Netzwerk',
    version: 'Version',
    chain: 'Blockchain',
    synced: 'Synchron',
    catchingUp: 'Holt auf',
    block: (height: string) => `Block ${height}`,
    canSend: 'Kann senden',
    canReceive: 'Kann empfangen',
  },
  channels: {
    title: 'Kanäle',
    none: 'Es gibt keine Kanäle. Nichts kann gesendet oder empfangen werden.',
    some: (shown: string, all: string): Html => html`Hier stehen die ersten ${shown} von ${all}.
      <code>satchel node</code> listet alle auf.`,
    caption: 'Kanäle und was in ihnen liegt',
    peer: 'Gegenstelle',
    state: 'Status',
    ours: 'Unser Teil',
    theirs: 'Teil der Gegenstelle',
    active: 'Aktiv',
    inactive: 'Nicht aktiv',
  },
  advice: {
    title: 'Rat',
    none: 'Die Kanäle sind in gutem Zustand. Es gibt nichts zu tun.',
    notCovered:
      'Der Knoten hält weniger, als den Nutzern geschuldet ist. Bring eigenes Geld in seine ' +
      'Kanäle. Zahlungen über den Knoten ruhen, bis es reicht.',
    thinCover: (percent: string) =>
      `Der Knoten hält nur ${percent} % dessen, was geschuldet ist. Schon Gebühren könnten ihn ` +
      'darunter bringen. Halte mehr eigenes Geld in seinen Kanälen.',
    noChannels:
      'Es gibt keine Kanäle. So kann über den Knoten nichts gesendet oder empfangen werden. ' +
      'Öffne einen zu einem gut verbundenen Knoten und sorge für einen in der Gegenrichtung.',
    lowOutbound: (percent: string) =>
      `Nur ${percent} % der Kapazität lassen sich senden. Zahlungen an andere Knoten werden bald ` +
      'scheitern. Öffne einen weiteren Kanal.',
    lowInbound: (percent: string) =>
      `Nur ${percent} % der Kapazität lassen sich empfangen. Größere Zahlungen an deine Nutzer ` +
      'werden scheitern. Bitte einen anderen Knoten, einen Kanal zu deinem zu öffnen, oder kaufe ' +
      'einen von einem Anbieter.',
    singleChannel:
      'Alles Geld läuft über einen Kanal. Ist die Gegenseite weg, lässt sich nichts senden oder ' +
      'empfangen. Öffne einen zweiten zu einem anderen Knoten.',
    oneChannel: (percent: string, peer: string) =>
      `Der Kanal mit ${peer}… hat ${percent} % dessen, was der Knoten senden kann. Ist diese ` +
      'Gegenseite weg, scheitern die meisten Zahlungen. Verteile das Geld auf mehr Kanäle.',
    inactive: (count: string, amount: string) =>
      `Kanäle, deren Gegenseite weg ist: ${count}. Sie halten ${amount}, die sich zurzeit nicht ` +
      'senden lassen. Bleibt eine Gegenseite tagelang weg, sprich mit ihrem Betreiber oder ' +
      'schließe den Kanal.',
  },
  alarms: {
    title: 'Alarme',
    none: 'Kein Alarm ist offen.',
    open: (count: string) => `Offene Alarme: ${count}`,
    kinds: {
      fee_above_reserve: 'Gebühr höher als reserviert',
      payment_stranded: 'Zahlung steckengeblieben',
      stranded_payment_ended: 'steckengebliebene Zahlung beendet',
      foreign_payment_for_hash: 'fremde Zahlung zu einem Hash',
      acknowledged_payment_not_found: 'bestätigte Zahlung nicht gefunden',
      final_state_contradicted: 'Widerspruch zum Endzustand',
      credit_parked: 'Gutschrift zurückgestellt',
      receipt_taken_back: 'Eingang zurückgenommen',
      closed_account_paid: 'Geld für ein geschlossenes Konto',
      statement_not_closed: 'Auszug nicht abgeschlossen',
      owed_sums_differ: 'geschuldete Summen weichen von den Büchern ab',
      proof_folder_differs: 'Kopien von Prüfpunkten weichen ab',
      cursor_event_missing: 'Ereignis am Lesezeiger fehlt',
      node_changed: 'anderer Knoten',
      preimage_mismatch: 'falsches Preimage',
      node_balance_too_low: 'Guthaben des Knotens zu niedrig',
      books_do_not_balance: 'Bücher stimmen nicht',
      job_parked: 'Auftrag zurückgestellt',
      backup_failed: 'Sicherung fehlgeschlagen',
      backup_overdue: 'Sicherungen überfällig',
      payment_not_in_books: 'Zahlung fehlt in den Büchern',
      payment_of_others: 'Zahlung von anderen',
      invoice_not_in_books: 'Rechnung fehlt in den Büchern',
      database_unsafe: 'Datenbank kann vergessen',
      database_gone_back: 'Datenbank auf früherem Stand',
      payment_lost: 'Zahlung verloren',
      payment_takes_long: 'Zahlung lange unterwegs',
      database_refuses_writes: 'Datenbank nimmt nichts an',
      node_away: 'Knoten nicht erreichbar',
      backup_missing: 'noch nie eine Sicherung gemacht',
      database_outdated: 'alte Version von PostgreSQL',
    } satisfies Readonly<Record<AlarmKind, string>>,
  },
};
