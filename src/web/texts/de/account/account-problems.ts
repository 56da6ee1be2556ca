import { plural } from '../plural.ts';

/** What went wrong while someone signed in or changed an account, as a page of its own. */
export const accountProblems = {
  tooMany: {
    title: 'Zu viele Versuche',
    message: (retryAfterSec: number) =>
      `In ${duration(retryAfterSec)} kannst du es wieder versuchen. Diese Sperre hindert ` +
      'Fremde daran, Passwörter und Codes zu erraten.',
  },
  busy: {
    title: 'Einen Moment, bitte',
    message:
      'Gerade melden sich viele Leute an. Geh zurück und versuch es in ein paar Sekunden noch ' +
      'einmal.',
  },
  linkOver: {
    title: 'Dieser Link gilt nicht mehr',
    message:
      'Er wurde schon benutzt oder ist zu alt. Bitte dort um einen neuen, wo du diesen ' +
      'bekommen hast.',
  },
  sessionOver: {
    title: 'Du wurdest abgemeldet',
    message:
      'Deine Sitzung ist in der Zwischenzeit abgelaufen. Melde dich wieder an und wiederhole ' +
      'den letzten Schritt.',
  },
  signUpClosed: {
    title: 'Neue Konten nur mit Einladung',
    message:
      'Bitte den Betreiber dieser Website um eine Einladung. Das ist ein Link zu einer Seite, ' +
      'auf der du dein Konto erstellst.',
  },
};

/** After “in”. */
function duration(seconds: number): string {
  if (seconds < 90) return `${seconds} ${plural(seconds, 'Sekunde', 'Sekunden')}`;
  return `${Math.ceil(seconds / 60)} Minuten`;
}
