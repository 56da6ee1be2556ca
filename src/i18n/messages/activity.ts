import type { Message, Tag, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/activity.json`. */
export interface ActivityMessages {
  readonly activity: {
    readonly title: string;
    readonly filters: string;
    readonly all: string;
    readonly incoming: string;
    readonly outgoing: string;
    readonly unused: {
      readonly title: string;
      readonly text: string;
    };
    readonly search: string;
    readonly text: string;
    readonly searchHint: string;
    readonly state: string;
    readonly states: {
      readonly all: string;
      readonly settled: string;
      readonly waiting: string;
      readonly pending: string;
      readonly failed: string;
    };
    readonly app: string;
    readonly allApps: string;
    readonly from: string;
    readonly to: string;
    readonly badDay: string;
    readonly minAmount: string;
    readonly badAmount: string;
    readonly show: string;
    readonly clear: string;
    readonly nothing: {
      readonly title: string;
      readonly text: string;
      readonly noneFound: string;
    };
    readonly tooSlow: {
      readonly title: string;
      readonly message: string;
    };
    readonly waitingTitle: string;
    readonly waitingAll: Message<{ count: Text }>;
    readonly pendingTitle: string;
    readonly pendingMore: string;
    readonly sum: {
      readonly label: string;
      readonly incoming: string;
      readonly outgoing: string;
      readonly fees: string;
    };
    readonly looked: string;
    readonly lookFurther: string;
    readonly zone: string;
    readonly pages: string;
    readonly newest: string;
    readonly older: string;
    readonly exportAll: string;
    readonly exportThese: string;
  };
  readonly records: {
    readonly from: Message<{ payer: Text }>;
    readonly received: string;
    readonly sent: string;
    readonly pending: string;
    readonly left: Message<{ time: Text }>;
    readonly anyAmount: string;
    readonly invoice: string;
    readonly failed: string;
    readonly by: {
      readonly sent: {
        readonly app: Message<{ name: Text }>;
        readonly token: Message<{ name: Text }>;
        readonly operator: string;
        readonly unknown: string;
      };
      readonly received: {
        readonly app: Message<{ name: Text }>;
        readonly token: Message<{ name: Text }>;
        readonly address: string;
        readonly unknown: string;
      };
      readonly started: {
        readonly app: Message<{ name: Text }>;
        readonly token: Message<{ name: Text }>;
        readonly operator: string;
        readonly unknown: string;
      };
    };
    readonly keysend: string;
    readonly fee: Message<{ amount: Text }>;
    readonly spenders: {
      readonly you: string;
      readonly operator: string;
      readonly address: string;
      readonly unknown: string;
      readonly ended: {
        readonly token: Message<{ name: Text }>;
        readonly app: Message<{ name: Text }>;
      };
    };
    readonly today: string;
    readonly yesterday: string;
  };
  readonly activityRecord: {
    readonly back: string;
    readonly received: {
      readonly title: string;
      readonly lead: Message<{ amount: Text }>;
    };
    readonly settled: {
      readonly title: string;
      readonly lead: string;
    };
    readonly sending: {
      readonly title: string;
      readonly lead: Message<{ amount: Text; fee: Text; held: Text }>;
    };
    readonly inFlight: {
      readonly title: string;
      readonly lead: string;
    };
    readonly longInFlight: {
      readonly title: string;
      readonly lead: Message<{ again: Text; lasting: Text }>;
    };
    readonly unknown: {
      readonly title: string;
      readonly lead: Message<{ again: Text }>;
    };
    readonly longUnknown: {
      readonly title: string;
      readonly lead: Message<{ again: Text; identifier: Text }>;
    };
    readonly failed: {
      readonly title: string;
      readonly nothingTaken: string;
    };
    readonly causes: {
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
    readonly refresh: string;
    readonly fee: string;
    readonly feeShare: Message<{ fee: Text; percent: Text }>;
    readonly noFee: string;
    readonly feeAtMost: Message<{ fee: Text }>;
    readonly left: string;
    readonly ordered: string;
    readonly asked: string;
    readonly settledAt: {
      readonly incoming: string;
      readonly outgoing: string;
    };
    readonly bookedAt: string;
    readonly ended: string;
    readonly to: string;
    readonly payer: string;
    readonly payerEmail: string;
    readonly payerKey: string;
    readonly destination: string;
    readonly description: string;
    readonly comment: string;
    readonly message: string;
    readonly by: {
      readonly incoming: string;
      readonly outgoing: string;
      readonly unpaid: string;
    };
    readonly kind: string;
    readonly keysend: string;
    readonly proof: string;
    readonly proofHint: string;
    readonly copyProof: string;
    readonly paymentHash: string;
    readonly invoice: string;
    readonly technical: string;
    readonly success: {
      readonly title: string;
      readonly url: string;
      readonly urlHint: string;
      readonly secret: string;
    };
    readonly boost: {
      readonly title: string;
      readonly app: string;
      readonly podcast: string;
      readonly episode: string;
      readonly sender: string;
      readonly message: string;
      readonly all: string;
    };
    readonly records: string;
    readonly metadata: string;
    readonly webhooks: string;
    readonly note: {
      readonly title: string;
      readonly label: string;
      readonly save: string;
      readonly saved: string;
      readonly removed: string;
      readonly tooLong: Message<{ max: Text }>;
    };
  };
  readonly home: {
    readonly title: string;
    readonly balance: string;
    readonly hideAmounts: string;
    readonly address: string;
    readonly receive: string;
    readonly send: string;
    readonly allSpendable: string;
    readonly held: Message<{ amount: Text }>;
    readonly limits: {
      readonly above: Message<{ amount: Text }>;
      readonly maxBalance: Message<{ amount: Text }>;
      readonly maxSendDay: Message<{ amount: Text; left: Text; time: Text }>;
    };
    readonly status: {
      readonly nodeAway: {
        readonly label: string;
        readonly text: string;
        readonly meanwhile: string;
      };
      readonly coverLost: {
        readonly label: string;
        readonly text: string;
        readonly stopped: string;
        readonly show: string;
      };
      readonly staleProof: {
        readonly label: string;
        readonly text: string;
        readonly last: Message<{ when: Text }>;
        readonly show: string;
      };
    };
    readonly newest: string;
    readonly all: string;
    readonly waiting: Message<{ count: number }>;
    readonly begin: {
      readonly title: string;
      readonly sat: string;
      readonly cent: string;
      readonly price: Message<{ amount: Text; money: Text }>;
      readonly address: {
        readonly title: string;
        readonly own: Message<{ address: Text }>;
        readonly choose: string;
        readonly none: string;
        readonly open: string;
      };
      readonly invoice: {
        readonly title: string;
        readonly text: string;
        readonly open: string;
      };
      readonly play: {
        readonly title: string;
        readonly text: string;
        readonly open: string;
      };
    };
    readonly connect: {
      readonly title: string;
      readonly text: string;
      readonly apps: string;
    };
  };
  readonly landing: {
    readonly title: string;
    readonly lead: string;
    readonly signIn: string;
    readonly play: string;
    readonly byInvitation: string;
    readonly language: string;
    readonly promises: {
      readonly counted: {
        readonly title: string;
        readonly text: string;
      };
      readonly toBeCounted: {
        readonly title: string;
        readonly text: string;
      };
      readonly leaving: {
        readonly title: string;
        readonly text: string;
      };
      readonly address: {
        readonly title: string;
        readonly text: string;
      };
    };
    readonly developers: Message<{ link: Tag }>;
  };
}
