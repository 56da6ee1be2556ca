/** Shown by an installed wallet when there is no network. */
export const offline = {
  title: 'Du bist offline',
  lead: 'Diese Seite konnte nicht geladen werden. Dein Geld ist sicher.',
  sending: 'Wolltest du gerade etwas bezahlen? Dann sieh erst im Verlauf nach.',
  again: 'Noch einmal versuchen',
};
