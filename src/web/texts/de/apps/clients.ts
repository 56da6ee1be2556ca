import type { AddressProblem } from '../../../../apps/redirect-rules.ts';
import { type Html, html } from '../../../pages/html.ts';

type AddressField = 'url' | 'callback';

/** Both feminine, as what follows them needs it. */
const NAMES: Readonly<Record<AddressField, string>> = {
  url: 'Die Adresse der Website',
  callback: 'Die Callback-Adresse',
};

const ADDRESS_PROBLEMS: Readonly<Record<AddressProblem, (host: string) => string>> = {
  too_long: () => 'ist zu lang.',
  not_absolute: () => 'muss vollständig sein, zum Beispiel https://app.example.',
  space: () => 'darf weder Leerzeichen noch umgekehrte Schrägstriche (\\) enthalten.',
  credentials: () => 'darf weder Benutzernamen noch Passwort enthalten.',
  fragment: () => 'darf kein # und nichts dahinter enthalten.',
  wildcard: () => 'darf keinen Platzhalter (*) enthalten.',
  not_http: () => 'muss mit http:// oder https:// beginnen.',
  no_port: (host) => `braucht bei ${host} einen Port, zum Beispiel http://${host}:3000.`,
  not_https: () => 'muss mit https:// beginnen.',
  ip_address: () => 'muss eine Domain enthalten, keine IP-Adresse.',
  not_ascii: () => 'darf nur einfache Buchstaben, Ziffern und Zeichen enthalten (ASCII).',
  short_domain: () => 'muss eine vollständige Domain enthalten, zum Beispiel app.example.',
  other_domain: (host) => `muss auf der Domain der Website liegen: ${host}.`,
};

/** Apps that a developer registers. */
export const clients = {
  title: 'Deine Apps',
  lead: 'Apps, die du baust und die andere hier um Zugriff auf ihre Wallet bitten.',
  register: 'App registrieren',
  none: {
    title: 'Du hast noch keine App registriert',
    text:
      'Eine App braucht eine Client-ID, damit man sie mit einer Wallet verbinden kann. Willst ' +
      'du nur deine eigene Wallet aus einem Skript nutzen, ist ein persönliches Token ' +
      'einfacher.',
    tokens: 'Persönliche Tokens',
  },
  howItAsks: (docs: string): Html => html`Die <a href="${docs}">API-Referenz</a> erklärt, wie eine
    App um Zugriff bittet.`,
  registered: (date: Html, hasSecret: boolean): Html =>
    html`Registriert am ${date}, ${
      hasSecret ? 'mit geheimem Schlüssel' : 'ohne geheimen Schlüssel'
    }`,
  clientId: (id: string): Html => html`Client-ID <code>${id}</code>`,
  facts: {
    clientId: 'Client-ID',
    kind: 'Art',
    withSecret: 'App mit geheimem Schlüssel',
    withoutSecret: 'App ohne geheimen Schlüssel',
    authorizationPage: 'Autorisierungsseite',
    tokenEndpoint: 'Token-Endpunkt',
    registered: 'Registriert',
  },
  fields: {
    name: 'Name',
    nameHint: 'Er wird angezeigt, wenn die App um Zugriff bittet.',
    url: 'Website',
    urlHint: html`Wo die App läuft, zum Beispiel <code>https://app.example</code>, oder
      <code>http://localhost:3000</code>, solange du sie baust.`,
    callback: 'Callback-Adresse',
    callbackHint: html`Wohin man danach zurückkehrt, auf derselben Domain. Die App muss genau diese
      Adresse senden. Nur eine App ohne geheimen Schlüssel darf auf <code>127.0.0.1</code> oder
      <code>[::1]</code> einen anderen Port verwenden.`,
    strict: 'Strengerer Nachweis',
    s256Only: 'PKCE nur mit S256 annehmen',
    s256Hint:
      'Lehnt das schwache Verfahren „plain“ ab. Wähle das, außer eine alte Bibliothek braucht ' +
      '„plain“.',
    answers: 'Antworten an die App',
    sendsIssuer: 'In jeder Antwort den Aussteller nennen (RFC 9207)',
    issuerHint:
      'Wähle das, wenn die Bibliothek der App die Metadaten dieses Dienstes liest (Discovery). ' +
      'Eine Bibliothek, der die Adressen einzeln genannt wurden, lehnt solche Antworten ' +
      'womöglich ab.',
  },
  problems: {
    name: (most: number) =>
      `Der Name muss 1 bis ${most} Zeichen haben, und alle müssen sichtbar sein.`,
    address: (field: AddressField, problem: AddressProblem, host: string) =>
      `${NAMES[field]} ${ADDRESS_PROBLEMS[problem](host)}`,
    tooMany: (most: number) =>
      `Du hast schon ${most} Apps, mehr sind nicht möglich. Lösche eine, die du nicht mehr ` +
      'brauchst.',
  },
  creating: {
    title: 'App registrieren',
    failed: 'Die App wurde nicht registriert. Korrigiere, was unten markiert ist.',
    where: 'Wo sie läuft',
    server: 'Auf deinem Server',
    serverHint: 'Sie bekommt einen geheimen Schlüssel und bewahrt ihn dort auf.',
    device: 'Im Browser oder auf einem Handy',
    deviceHint:
      'Dort kann sie nichts geheim halten. Deshalb bekommt sie keinen geheimen Schlüssel und ' +
      'muss PKCE benutzen.',
    submit: 'Registrieren',
    done: 'Deine App ist registriert',
    doneHeading: (name: string) => `„${name}“ ist registriert`,
    goOn: 'Weiter',
  },
  secretLabel: 'Geheimer Schlüssel der App (Client-Secret)',
  editing: {
    heading: 'App ändern',
    failed: 'Nichts wurde geändert. Korrigiere, was unten markiert ist.',
    s256Advice:
      'Alle, die diese App in letzter Zeit verbunden haben, haben S256 benutzt. Wähle unten ' +
      '„PKCE nur mit S256 annehmen“. Dann kann niemand mit dem schwachen Verfahren im Namen ' +
      'deiner App um Zugriff bitten.',
    submit: 'Speichern',
    done: 'Die App ist geändert.',
  },
  care: 'Weitere Aktionen',
  replaceSecret: 'Geheimen Schlüssel ersetzen',
  delete: 'App löschen',
  replacing: {
    title: 'Geheimen Schlüssel ersetzen',
    heading: (name: string) => `Geheimen Schlüssel von „${name}“ ersetzen?`,
    text:
      'Der bisherige Schlüssel gilt sofort nicht mehr. Solange dein Server den neuen nicht ' +
      'hat, kann niemand die App verbinden, und sie kann ihren Zugriff nicht erneuern. ' +
      'Bestehende Verbindungen bleiben.',
    submit: 'Geheimen Schlüssel ersetzen',
    done: 'Der neue geheime Schlüssel',
    kept: 'Ich habe ihn gespeichert',
  },
  deleting: {
    title: 'App löschen',
    heading: (name: string) => `„${name}“ löschen?`,
    text:
      'Bei allen, die sie verbunden haben, wird sie sofort getrennt. Ihre Client-ID gilt nie ' +
      'wieder. Das lässt sich nicht rückgängig machen.',
    submit: 'App löschen',
    done: 'Die App ist gelöscht.',
  },
};
