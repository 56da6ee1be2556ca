/** Bringing money in from a link that offers it. */
export const withdraw = {
  title: 'Geld in deine Wallet holen',
  lead: (domain: string) => `${domain} bietet dir Geld an. Es geht direkt in deine Wallet.`,
  from: 'Von',
  description: 'Verwendungszweck',
  amount: 'Betrag',
  fixed: (amount: string) => `Du bekommst ${amount}.`,
  range: (least: string, most: string) => `Von ${least} bis ${most}.`,
  submit: 'Geld holen',
  tooOld: {
    title: 'Diese Seite war zu lange offen',
    text: 'Öffne den Link noch einmal, um neu anzufangen.',
    again: 'Senden',
  },
  onItsWay: {
    title: 'Unterwegs',
    text: (domain: string, amount: string) =>
      `${domain} hat zugesagt, ${amount} zu senden. Sobald das Geld da ist, siehst du es hier.`,
    check: 'Noch einmal nachsehen',
  },
  noAnswer: {
    title: 'Noch nicht bestätigt',
    text: (domain: string) =>
      `Wir wissen nicht, ob ${domain} das Geld senden wird. Du kannst noch einmal fragen: Es ` +
      'geht dann um dieselbe Zahlung, du forderst also nicht zu viel.',
    again: 'Noch einmal fragen',
  },
  refused: {
    title: 'Abgelehnt',
    text: (domain: string) =>
      `${domain} hat es abgelehnt, das Geld zu senden. Du kannst noch einmal fragen: Es geht ` +
      'dann um dieselbe Zahlung, du forderst also nicht zu viel.',
  },
  arrived: {
    title: 'Angekommen',
    text: (amount: string) => `Du hast ${amount} erhalten. Das Geld ist in deiner Wallet.`,
  },
  expired: {
    title: 'Nichts angekommen',
    text:
      'Die Gegenseite hat das Geld nicht rechtzeitig gesendet. Öffne den Link noch einmal, um ' +
      'neu anzufangen.',
  },
  done: 'Fertig',
};
