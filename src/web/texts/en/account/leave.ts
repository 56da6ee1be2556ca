/** Taking one's data, emptying a wallet and closing an account. */
export const leave = {
  title: 'Leave',
  lead:
    'Take your data with you, empty your wallet, close your account. The first two you ' +
    'can also do and stay.',
  archive: {
    heading: 'Take your data with you',
    text:
      'One file holds everything that is kept about you: your profile, address, apps, tokens ' +
      '(without their secrets), notes, statements and every payment. The other one lists every ' +
      'payment for a spreadsheet.',
    json: 'Everything (JSON)',
    csv: 'All payments (CSV)',
    hint: 'With a long history the files take a while. Keep them to yourself.',
  },
  empty: {
    heading: 'Empty your wallet',
    isEmpty: 'Your wallet is empty.',
    balance: (amount: string) => `Your wallet holds ${amount}.`,
    held: (amount: string) =>
      `${amount} more is set aside for payments that are still on their way.`,
    how:
      'Make an invoice or an address in another wallet, paste it under Send, and choose ' +
      '“Send all”.',
    rest:
      'A small rest may stay: a fee is kept aside before the payment is sent, and what was not ' +
      'needed comes back. Send all once more, until the rest is too small for any fee.',
    send: 'Send',
  },
  close: {
    heading: 'Close your account',
    text: 'For good: no one can open it again, neither you nor the operator.',
    submit: 'Close account…',
  },
  closing: {
    title: 'Close account',
    heading: 'Close your account for good?',
    ends: {
      access: 'You are signed out everywhere. Tokens, connected apps and webhooks stop working.',
      apps: 'Apps that you have registered stop working for everyone who uses them.',
      person: 'Your name, e-mail address, picture, notes and preferences are removed.',
      address:
        'Your Lightning address stays taken: no one can have it again, not even you. ' +
        'Invoices that are not paid end.',
      late: 'Money that arrives later does not reach you. The operator is told of it.',
      books:
        'The books keep your payments without your name, under the identifier of your account.',
    },
    archiveFirst: 'Take your archive first: it cannot be made afterwards.',
    balance: (amount: string) => `Your wallet still holds ${amount}.`,
    giveUp: 'What is left in your wallet',
    giveUpChoice: (amount: string) => `I give up ${amount}`,
    giveUpHint: 'It goes to the operator, and you have no claim to it any more.',
    submit: 'Close account for good',
    wait: (amount: string) =>
      `${amount} is set aside for payments that are still on their way. Your account can be ` +
      'closed when they have ended.',
    problems: {
      balance_left:
        'There is still money in your wallet. Send it to another wallet first, or say below that ' +
        'you give it up.',
      open_payments: 'Some of your payments are still on their way. Wait until they have ended.',
      last_admin:
        'You are the only operator of this service, so your account cannot be closed. Invite ' +
        'another operator first.',
    },
    done: 'Your account is closed.',
  },
};
