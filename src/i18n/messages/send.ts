import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/send.json`. */
export interface SendMessages {
  readonly send: {
    readonly title: string;
    readonly lead: string;
    readonly to: string;
    readonly toHint: string;
    readonly toHintChain: string;
    readonly paste: string;
    readonly amountHint: string;
    readonly otherAmount: Message<{ amount: Text }>;
    readonly submit: string;
    readonly notUnderstood: string;
    readonly stopped: string;
    readonly payee: {
      readonly here: Message<{ name: Text }>;
      readonly someoneHere: string;
      readonly ownWallet: string;
      readonly unnamed: string;
    };
    readonly choose: {
      readonly title: Message<{ payee: Text }>;
      readonly anyTitle: string;
      readonly amount: string;
      readonly fixed: Message<{ amount: Text }>;
      readonly range: Message<{ least: Text; most: Text }>;
      readonly most: Message<{ most: Text; spendable: Text }>;
      readonly allOfIt: Message<{ spendable: Text }>;
      readonly leftToday: Message<{ left: Text; most: Text; spendable: Text; time: Text }>;
      readonly tooLittle: Message<{ spendable: Text }>;
      readonly all: string;
      readonly comment: string;
      readonly commentHint: Message<{ maxLength: Text }>;
      readonly submit: string;
      readonly notWhole: string;
    };
    readonly review: {
      readonly title: string;
      readonly amount: string;
      readonly to: string;
      readonly key: string;
      readonly description: string;
      readonly comment: string;
      readonly fee: string;
      readonly feeAtMost: Message<{ amount: Text }>;
      readonly noFee: string;
      readonly expires: string;
      readonly left: string;
      readonly after: string;
      readonly afterAtLeast: Message<{ amount: Text }>;
      readonly identity: {
        readonly large: Message<{ above: Text }>;
        readonly together: Message<{ above: Text; sent: Text }>;
        readonly always: string;
      };
      readonly pay: Message<{ amount: Text }>;
      readonly change: string;
      readonly renew: string;
      readonly cancel: string;
      readonly warnings: {
        readonly highFee: Message<{ amount: Text; fee: Text }>;
        readonly hashUnconfirmed: string;
        readonly ownWallet: string;
        readonly nodeKey: string;
      };
      readonly obstacles: {
        readonly paid_before: string;
        readonly being_paid: string;
        readonly paid_by_others: string;
        readonly not_our_invoice: string;
        readonly invoice_expired: string;
        readonly stopped: string;
      };
      readonly expiredAtPayee: string;
      readonly needsWithFee: Message<{ needed: Text }>;
      readonly needs: Message<{ needed: Text }>;
      readonly aboveDay: Message<{ left: Text; time: Text }>;
      readonly aboveBalance: Message<{ spendable: Text }>;
    };
    readonly tooOld: {
      readonly title: string;
      readonly text: string;
      readonly startAgain: string;
    };
    readonly payment: {
      readonly sending: {
        readonly title: string;
        readonly text: Message<{ amount: Text; fee: Text; held: Text }>;
      };
      readonly onItsWay: {
        readonly title: string;
        readonly text: string;
      };
      readonly longOnItsWay: {
        readonly title: string;
        readonly text: Message<{ again: Text; lasting: Text }>;
      };
      readonly unknown: {
        readonly title: string;
        readonly text: Message<{ again: Text }>;
      };
      readonly stillUnknown: {
        readonly title: string;
        readonly operator: Message<{ identifier: Text }>;
      };
      readonly payingAgain: {
        readonly invoice: string;
        readonly node: string;
      };
      readonly paid: {
        readonly title: string;
        readonly text: string;
      };
      readonly failed: {
        readonly title: string;
        readonly nothingTaken: string;
        readonly reasons: {
          readonly no_route: string;
          readonly timeout: string;
          readonly insufficient_liquidity: string;
          readonly incorrect_details: string;
          readonly cancelled: string;
          readonly rejected: string;
          readonly never_sent: string;
          readonly node_away: string;
          readonly never_arrived: string;
          readonly already_paid: string;
          readonly stranded: string;
          readonly other: string;
        };
        readonly nodeReasons: {
          readonly incorrect_details: string;
          readonly stranded: string;
        };
      };
      readonly facts: {
        readonly time: string;
        readonly feeTaken: string;
        readonly identifier: string;
        readonly hash: string;
      };
      readonly proof: string;
      readonly proofHint: string;
      readonly technical: string;
      readonly message: string;
      readonly messageLink: Message<{ host: Text }>;
      readonly noSecret: string;
      readonly check: string;
      readonly done: string;
      readonly again: string;
    };
    readonly chain: {
      readonly title: string;
      readonly lead: string;
      readonly legend: string;
      readonly speeds: {
        readonly slow: string;
        readonly normal: string;
        readonly fast: string;
      };
      readonly within: Message<{ time: Text }>;
      readonly cost: Message<{ about: Text; most: Text }>;
      readonly tooDear: Message<{ needed: Text; speed: Text }>;
      readonly feeAbout: Message<{ about: Text; most: Text }>;
      readonly arrives: string;
      readonly atOnce: string;
      readonly warning: string;
      readonly own: string;
      readonly hint: Message<{ spendable: Text }>;
      readonly hintToday: Message<{ left: Text; spendable: Text; time: Text }>;
      readonly to: string;
      readonly nodeAway: string;
      readonly instead: string;
    };
  };
  readonly scan: {
    readonly open: string;
    readonly title: string;
    readonly lead: string;
    readonly scanner: string;
    readonly start: string;
    readonly torch: string;
    readonly picture: string;
    readonly paste: string;
    readonly again: string;
    readonly needsScript: string;
    readonly ask: string;
    readonly look: string;
    readonly reading: string;
    readonly found: string;
    readonly refused: string;
    readonly noCamera: string;
    readonly busy: string;
    readonly insecure: string;
    readonly nothingFound: string;
    readonly noPicture: string;
    readonly away: string;
  };
  readonly sendRefused: {
    readonly unpayable: {
      readonly empty: string;
      readonly too_long: string;
      readonly not_understood: string;
      readonly several: string;
      readonly bad_address: string;
      readonly bad_lnurl: string;
      readonly bad_link: string;
      readonly private_host: string;
      readonly not_https: string;
      readonly port: string;
      readonly onion: string;
      readonly own_link: string;
      readonly onchain: string;
      readonly bad_bitcoin_address: string;
      readonly bad_bitcoin_amount: string;
      readonly seed_words: string;
      readonly bolt12: string;
      readonly silent_payment: string;
      readonly no_lightning: string;
      readonly unknown_need: string;
      readonly nostr_key: string;
      readonly nostr_secret: string;
      readonly nostr_event: string;
      readonly bad_node_key: string;
      readonly own_node: string;
      readonly login_link: string;
      readonly channel_link: string;
      readonly withdraw_link: string;
      readonly pay_link: string;
    };
    readonly noAnswer: {
      readonly blocked: Message<{ host: Text }>;
      readonly unknown_host: Message<{ host: Text }>;
      readonly no_connection: Message<{ host: Text }>;
      readonly timeout: Message<{ host: Text }>;
      readonly too_large: Message<{ host: Text }>;
      readonly not_json: Message<{ host: Text }>;
      readonly server_error: Message<{ host: Text }>;
      readonly bad_redirect: Message<{ host: Text }>;
      readonly not_found: Message<{ host: Text }>;
    };
    readonly badAnswer: {
      readonly no_lnurl: string;
      readonly other_kind: string;
      readonly bad_callback: string;
      readonly bad_limits: string;
      readonly takes_nothing: string;
      readonly no_possible_amount: string;
      readonly bad_metadata: string;
      readonly no_text: string;
      readonly wants_payer_data: string;
      readonly bad_withdraw: string;
      readonly nothing_left: string;
      readonly unclear_withdraw: string;
      readonly no_invoice: string;
      readonly bad_invoice: string;
      readonly unpayable_invoice: string;
      readonly unknown_success_action: string;
      readonly bad_success_action: string;
      readonly foreign_success_url: string;
      readonly wrong_amount: string;
      readonly wrong_network: string;
      readonly expired_invoice: string;
      readonly paid_invoice: string;
    };
    readonly nothing: string;
    readonly refused: Message<{ host: Text; reason: Text }>;
    readonly refusedSilently: Message<{ host: Text }>;
    readonly badInvoice: string;
    readonly unknownInvoice: string;
    readonly wrongNetwork: Message<{ network: Text; ours: Text }>;
    readonly wrongChain: Message<{ network: Text; ours: Text }>;
    readonly networks: {
      readonly bitcoin: string;
      readonly testnet: string;
      readonly signet: string;
      readonly regtest: string;
    };
    readonly payeeNotFound: string;
    readonly invoiceExpired: string;
    readonly neverPayable: {
      readonly old_kind: string;
      readonly amp_invoice: string;
      readonly unknown_feature: string;
      readonly broken_rule: string;
    };
    readonly amountNeeded: string;
    readonly amountOutOfRange: Message<{ least: Text; most: Text }>;
    readonly belowLeast: Message<{ least: Text }>;
    readonly commentNotTaken: string;
    readonly commentTooLong: Message<{ maxLength: Text }>;
    readonly balanceLimit: string;
    readonly payeeFull: string;
    readonly tooManyInvoices: string;
    readonly ownTooManyInvoices: string;
    readonly ownTooManyNewInvoices: string;
    readonly storageUsedUp: string;
    readonly tooManyLookUps: string;
    readonly other: string;
    readonly paying: {
      readonly balance: string;
      readonly tooManyOpen: string;
      readonly storageUsedUp: string;
      readonly hashInUse: string;
      readonly paidBefore: string;
      readonly expired: string;
      readonly stopped: string;
      readonly notReady: string;
      readonly badAddress: string;
      readonly belowMinimum: string;
      readonly feeAboveMax: string;
      readonly feesTooHigh: string;
      readonly notEnoughOnChain: string;
      readonly noAddresses: string;
      readonly ownerGone: string;
      readonly sendLimit: string;
      readonly tooLarge: string;
      readonly notPayable: string;
      readonly unknown: string;
      readonly other: string;
    };
  };
  readonly withdraw: {
    readonly title: string;
    readonly lead: Message<{ domain: Text }>;
    readonly from: string;
    readonly description: string;
    readonly amount: string;
    readonly fixed: Message<{ amount: Text }>;
    readonly range: Message<{ least: Text; most: Text }>;
    readonly submit: string;
    readonly tooOld: {
      readonly title: string;
      readonly text: string;
      readonly again: string;
    };
    readonly onItsWay: {
      readonly title: string;
      readonly text: Message<{ amount: Text; domain: Text }>;
      readonly check: string;
    };
    readonly noAnswer: {
      readonly title: string;
      readonly text: Message<{ domain: Text }>;
      readonly again: string;
    };
    readonly refused: {
      readonly title: string;
      readonly text: Message<{ domain: Text }>;
    };
    readonly arrived: {
      readonly title: string;
      readonly text: Message<{ amount: Text }>;
    };
    readonly expired: {
      readonly title: string;
      readonly text: string;
    };
    readonly done: string;
  };
  readonly receipt: {
    readonly head: Message<{ identifier: Text; site: Text }>;
    readonly title: {
      readonly outgoing: string;
      readonly incoming: string;
    };
    readonly amount: string;
    readonly value: string;
    readonly payee: string;
    readonly payer: string;
    readonly time: string;
    readonly purpose: string;
    readonly comment: string;
    readonly hash: string;
    readonly proof: string;
    readonly wallet: Message<{ site: Text }>;
    readonly walletOf: Message<{ name: Text; site: Text }>;
    readonly share: string;
    readonly print: string;
  };
}
