import { type Html, html } from '../../../pages/html.ts';

/** An app asks to use a wallet. */
export const consent = {
  title: (name: string) => `${name} verbinden`,
  heading: (name: string) => `Darf „${name}“ deine Wallet benutzen?`,
  failed: 'Noch ist nichts erlaubt. Korrigiere, was unten markiert ist.',
  website: 'Website',
  returnTo: 'Du kehrst zurück zu',
  wallet: 'Deine Wallet',
  otherAccount: 'Anderes Konto benutzen',
  // The permissions follow as a list of infinitives.
  permissions: 'Das darf die App dann',
  permissionsAgain: 'Darum bittet die App erneut',
  allow: 'Erlauben',
  deny: 'Nicht erlauben',
  warning: (
    connectedApps: string,
  ): Html => html`Dieser Dienst prüft keine Apps. Erlaube es nur, wenn du
    von der genannten Website kommst und ihr vertraust. Du kannst es jederzeit beenden, unter
    <a href="${connectedApps}">Verbundene Apps</a>.`,
  gone: {
    title: 'Diese Anfrage ist nicht mehr offen',
    message:
      'Sie wurde schon beantwortet, ist zu alt oder begann in einem anderen Browser. Geh ' +
      'zurück zur App und verbinde dich noch einmal.',
  },
  /** The app sent a request that cannot be used. */
  refused: {
    title: 'Die App hat eine falsche Anfrage gesendet',
    text:
      'Eine App hat dich hierher geschickt, um deine Wallet zu verbinden. Ihre Anfrage ist ' +
      'aber nicht brauchbar. Nichts wurde erlaubt, und an deiner Wallet hat sich nichts ' +
      'geändert.',
    forMakers: (error: string, description: string | null): Html =>
      html`Für die Entwickler der App: <code>${error}</code>${
        description === null ? null : `, ${description}`
      }.`,
    goBack: (host: string): Html => html`Du kannst zurückkehren und es der App melden. Tu das nur,
      wenn du diese Website kennst: <strong>${host}</strong>`,
    back: 'Zurück zur App',
    stay: 'Hier bleiben',
  },
};
