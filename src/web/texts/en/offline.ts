/** Shown by an installed wallet when there is no network. */
export const offline = {
  title: 'You are offline',
  lead: 'This page could not be loaded. Your money is safe.',
  sending: 'If you were about to pay, look at Activity before you try again.',
  again: 'Try again',
};
