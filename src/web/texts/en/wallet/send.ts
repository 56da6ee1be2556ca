/** Sending money: what is asked, what is checked before, and what became of it. */
export const send = {
  title: 'Send',
  lead: 'Paste what you want to pay. Nothing is sent before you have seen and confirmed it.',
  to: 'Pay to',
  toHint: 'An invoice, a Lightning address like ann@example.com, or a Lightning link.',
  submit: 'Continue',
  notUnderstood: 'This cannot be paid',
  stopped:
    'Payments to other wallets are stopped at the moment. People who have their wallet here can ' +
    'still be paid.',
  payee: {
    here: (name: string) => `Here: ${name}`,
    someoneHere: 'Here: someone with a wallet on this site',
    ownWallet: 'Here: your own wallet',
    unnamed: 'A wallet without a name',
  },
  choose: {
    title: (payee: string) => `Pay ${payee}`,
    anyTitle: 'Choose an amount',
    amount: 'Amount',
    fixed: (amount: string) => `The amount is ${amount}.`,
    range: (least: string, most: string) => `From ${least} to ${most}.`,
    most: (spendable: string, most: string) =>
      `You have ${spendable}. With the fee kept aside, you can send up to ${most}.`,
    /** Within this site, where no fee is kept aside. */
    allOfIt: (spendable: string) => `You have ${spendable}, and can send all of it.`,
    leftToday: (spendable: string, left: string, most: string) =>
      `You have ${spendable}, and can still send ${left} today: with the fee kept aside, up to ` +
      `${most}. The day ends at midnight UTC.`,
    tooLittle: (spendable: string) =>
      `You have ${spendable}. That is not enough for the least amount and its fee.`,
    all: 'Send all',
    comment: 'Comment',
    commentHint: (maxLength: number) => `Up to ${maxLength} characters, for the person you pay.`,
    submit: 'Continue',
    notWhole: 'Enter a whole number of sats.',
  },
  review: {
    title: 'Check and pay',
    amount: 'Amount',
    to: 'To',
    description: 'What for',
    comment: 'Your comment',
    fee: 'Fee',
    feeAtMost: (amount: string) => `At most ${amount}. What is not used comes back.`,
    noFee: 'No fee',
    expires: 'Expires',
    /** A script puts minutes and seconds in place of the braces. */
    left: 'in {}',
    after: 'Left afterwards',
    afterAtLeast: (amount: string) => `At least ${amount}`,
    /** Why its payer is asked who they are. */
    identity: {
      large: (above: string) =>
        `This is more than ${above}. It is paid once you have shown that it is you.`,
      together: (sent: string, above: string) =>
        `With ${sent} that you sent in the last 24 hours without this question, it is more than ` +
        `${above}. It is paid once you have shown that it is you.`,
      always:
        'You want to be asked before each payment. It is paid once you have shown that it is ' +
        'you.',
    },
    pay: (amount: string) => `Pay ${amount}`,
    change: 'Change',
    renew: 'Get a new invoice',
    cancel: 'Cancel',
    warnings: {
      highFee: (fee: string, amount: string) =>
        `The fee may be as high as ${fee} for a payment of ${amount}.`,
      hashUnconfirmed:
        'The invoice does not prove that it is for what the payee described. Many services are ' +
        'careless here, but pay only if you trust this one.',
      ownWallet: 'This invoice is your own. Paying it moves money from you to yourself.',
    },
    obstacles: {
      paid_before: 'You have already paid this invoice. It cannot be paid twice.',
      being_paid: 'You are already paying this invoice. Look at Activity for what became of it.',
      paid_by_others: 'Someone has already paid this invoice. Ask for a new one.',
      not_our_invoice:
        'This invoice names this site as the payee, but it was not made here. It cannot be paid.',
      invoice_expired: 'This invoice has expired. Ask for a new one.',
      stopped:
        'Payments to other wallets are stopped at the moment. Your money is safe. Try later.',
    },
    expiredAtPayee:
      'The invoice that the payee gave has expired. Get a new one, and check it again.',
    aboveDay: (needed: string, left: string) =>
      `This needs ${needed} with the fee. Today you can still send ${left}; the day ends at ` +
      'midnight UTC.',
    aboveBalance: (needed: string, spendable: string) =>
      `This needs up to ${needed} with the fee. You have ${spendable}.`,
  },
  tooOld: {
    title: 'This page was open too long',
    text:
      'It waited more than 30 minutes for you to pay. If you are not sure whether you paid, look ' +
      'at Activity first. Then start again.',
    startAgain: 'Start again',
  },
  /** Titles and words for each state of a payment. */
  payment: {
    sending: {
      title: 'Sending',
      text: (held: string, amount: string, fee: string) =>
        `${held} is set aside: ${amount} and at most ${fee} for the fee.`,
    },
    onItsWay: {
      title: 'On its way',
      text: 'This usually takes seconds. You can close this page; the payment goes on.',
    },
    longOnItsWay: {
      title: 'Still on its way',
      text: (lasting: string) =>
        `This has been on its way for ${lasting}. Most payments take seconds, but this one is ` +
        'being held back on its way or by its payee. The money stays set aside until it has ' +
        'arrived or comes back to you. Paying the same invoice again cannot pay twice. Paying a' +
        ' new invoice can. You can close this page; the payment goes on.',
    },
    unknown: {
      title: 'Not known yet',
      text:
        'We do not know yet whether the money has arrived. It stays set aside until we do. ' +
        'Paying the same invoice again cannot pay twice. Paying a new invoice can.',
    },
    stillUnknown: {
      title: 'Still not known',
      operator: (identifier: string) =>
        `The operator of this site can look at it. They find it as payment ${identifier}.`,
    },
    paid: {
      title: 'Paid',
      text: (amount: string) => `${amount} has arrived.`,
    },
    failed: {
      title: 'Not paid',
      nothingTaken: 'Nothing was taken from your wallet.',
      reasons: {
        no_route: 'There was no way through the network to the payee for this amount.',
        timeout: 'The payment did not find its way in time.',
        insufficient_liquidity:
          'This site cannot send so much at the moment. Try a smaller amount, or try again later.',
        incorrect_details:
          'The payee refused the payment. The invoice may have expired or been paid before.',
        cancelled: 'The payment was cancelled.',
        rejected: 'The payment was refused before it left.',
        never_sent: 'The payment did not leave. Payments may be stopped at the moment.',
        node_away: 'This site has no connection to the network at the moment. Try again later.',
        never_arrived: 'The payment never left this site.',
        already_paid: 'This invoice was paid before by someone else. Ask for a new one.',
        stranded: 'The payment got stuck and was never made. Ask for a new invoice.',
        other: 'The payment failed.',
      },
    },
    facts: {
      time: 'Time',
      feeTaken: 'Fee',
      identifier: 'Payment number',
      hash: 'Payment hash',
    },
    proof: 'Proof of payment',
    proofHint: 'Keep this as a receipt. The payee gives it only for a payment.',
    message: 'Message from the payee',
    messageLink: (host: string) => `Open the page of ${host}`,
    noSecret: 'The payee sent a hidden message that cannot be read.',
    check: 'Check again',
    done: 'Done',
    again: 'Try again',
  },
};
