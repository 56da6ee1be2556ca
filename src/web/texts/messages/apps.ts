import type { Message, Tag, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/apps.json`. */
export interface AppsMessages {
  readonly lifetimes: {
    readonly days: {
      readonly '7': string;
      readonly '30': string;
      readonly '90': string;
      readonly '365': string;
    };
    readonly keep: Message<{ date: Text }>;
    readonly never: string;
  };
  readonly consent: {
    readonly title: Message<{ name: Text }>;
    readonly heading: Message<{ name: Text }>;
    readonly failed: string;
    readonly website: string;
    readonly returnTo: string;
    readonly wallet: string;
    readonly otherAccount: string;
    readonly permissions: string;
    readonly permissionsAgain: string;
    readonly allow: string;
    readonly deny: string;
    readonly warning: Message<{ link: Tag }>;
    readonly gone: {
      readonly title: string;
      readonly message: string;
    };
    readonly refused: {
      readonly title: string;
      readonly text: string;
      readonly forMakers: Message<{ code: Tag; error: Text }>;
      readonly forMakersInDetail: Message<{ code: Tag; description: Text; error: Text }>;
      readonly goBack: Message<{ host: Text; strong: Tag }>;
      readonly back: string;
      readonly stay: string;
    };
  };
  readonly scopes: {
    readonly may: Message<{ titles: Text }>;
    readonly and: Message<{ before: Text; last: Text }>;
    readonly each: {
      readonly 'account:read': {
        readonly title: string;
        readonly meaning: string;
      };
      readonly 'balance:read': {
        readonly title: string;
        readonly meaning: string;
      };
      readonly 'invoices:create': {
        readonly title: string;
        readonly meaning: string;
      };
      readonly 'invoices:read': {
        readonly title: string;
        readonly meaning: string;
      };
      readonly 'transactions:read': {
        readonly title: string;
        readonly meaning: string;
      };
      readonly 'payments:send': {
        readonly title: string;
        readonly meaning: string;
      };
    };
  };
  readonly connectedApps: {
    readonly title: string;
    readonly lead: string;
    readonly none: {
      readonly title: string;
      readonly text: string;
    };
    readonly connected: Message<{ date: Text }>;
    readonly notUsed: string;
    readonly lastUsed: Message<{ time: Text }>;
    readonly changeLimit: string;
    readonly disconnect: string;
    readonly facts: {
      readonly website: string;
      readonly connected: string;
      readonly lastUsed: string;
      readonly notUsed: string;
      readonly permissions: string;
    };
    readonly places: {
      readonly title: string;
      readonly none: Message<{ name: Text }>;
      readonly text: Message<{ name: Text }>;
      readonly caption: Message<{ name: Text }>;
      readonly firstUsed: string;
      readonly lastUsed: string;
      readonly state: string;
      readonly action: string;
      readonly active: string;
      readonly doubtful: string;
      readonly doubtfulText: string;
      readonly end: string;
      readonly ended: string;
      readonly endedBefore: string;
    };
    readonly disconnecting: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
  };
  readonly connections: {
    readonly connect: string;
    readonly kinds: {
      readonly nwc: {
        readonly title: string;
        readonly meaning: string;
      };
      readonly lndhub: {
        readonly title: string;
        readonly meaning: string;
      };
    };
    readonly presets: {
      readonly pay: {
        readonly title: string;
        readonly meaning: string;
        readonly short: string;
      };
      readonly receive: {
        readonly title: string;
        readonly meaning: string;
        readonly short: string;
      };
      readonly read: {
        readonly title: string;
        readonly meaning: string;
        readonly short: string;
      };
    };
    readonly kind: string;
    readonly end: {
      readonly ahead: string;
      readonly past: string;
    };
    readonly endless: string;
    readonly ends: Message<{ date: Text }>;
    readonly ended: Message<{ date: Text }>;
    readonly lastRefusal: string;
    readonly refused: Message<{ reason: Text; time: Text }>;
    readonly refusals: {
      readonly insufficient_scope: string;
      readonly insufficient_balance: string;
      readonly budget_exceeded: string;
      readonly budget_expired: string;
      readonly send_limit_exceeded: string;
      readonly too_many_open_payments: string;
      readonly grant_expired: string;
      readonly rate_limited: string;
    };
    readonly creating: {
      readonly title: string;
      readonly lead: string;
      readonly failed: string;
      readonly name: string;
      readonly nameHint: string;
      readonly noName: string;
      readonly hiddenInName: string;
      readonly kind: string;
      readonly noKind: string;
      readonly preset: string;
      readonly noPreset: string;
      readonly end: string;
      readonly noEnd: string;
      readonly submit: string;
      readonly tooMany: {
        readonly title: string;
        readonly message: Message<{ most: Text }>;
      };
    };
    readonly secret: {
      readonly title: Message<{ name: Text }>;
      readonly lead: string;
      readonly qr: string;
      readonly noQr: string;
      readonly label: string;
      readonly open: string;
      readonly done: string;
    };
    readonly devices: {
      readonly title: string;
      readonly none: string;
      readonly text: string;
      readonly caption: Message<{ name: Text }>;
      readonly name: string;
      readonly added: string;
      readonly state: string;
      readonly waiting: string;
      readonly connected: string;
      readonly lastUsed: Message<{ time: Text }>;
      readonly action: string;
      readonly end: string;
      readonly ended: string;
      readonly endedBefore: string;
      readonly add: string;
    };
    readonly addingDevice: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly text: string;
      readonly nameHint: string;
      readonly submit: string;
      readonly tooMany: {
        readonly title: string;
        readonly message: Message<{ most: Text }>;
      };
    };
    readonly disconnecting: string;
    readonly others: {
      readonly title: string;
      readonly you: Message<{ link: Tag }>;
      readonly operator: Message<{ link: Tag }>;
    };
  };
  readonly pairing: {
    readonly unnamed: string;
    readonly noWebsite: string;
    readonly unproven: string;
    readonly permissions: {
      readonly each: {
        readonly 'account:read': {
          readonly title: string;
          readonly meaning: string;
        };
        readonly 'balance:read': {
          readonly title: string;
          readonly meaning: string;
        };
        readonly 'invoices:create': {
          readonly title: string;
          readonly meaning: string;
        };
        readonly 'invoices:read': {
          readonly title: string;
          readonly meaning: string;
        };
        readonly 'transactions:read': {
          readonly title: string;
          readonly meaning: string;
        };
        readonly 'payments:send': {
          readonly title: string;
          readonly meaning: string;
        };
      };
    };
    readonly most: Message<{ amount: Text; interval: Text }>;
    readonly overMost: Message<{ amount: Text }>;
    readonly warning: Message<{ link: Tag }>;
    readonly refused: {
      readonly title: string;
      readonly nothing: string;
      readonly problems: {
        readonly bad_key: string;
        readonly key_used: string;
        readonly bad_name: string;
        readonly own_balance: string;
        readonly bad_limit: string;
        readonly bad_interval: string;
        readonly bad_end: string;
        readonly past_end: string;
        readonly bad_state: string;
      };
      readonly unknownMethods: Message<{ names: Text }>;
      readonly badReturn: Message<{ address: Text; code: Tag }>;
    };
    readonly connected: {
      readonly title: Message<{ name: Text }>;
      readonly text: string;
      readonly byHand: string;
    };
    readonly denied: {
      readonly title: string;
      readonly text: string;
    };
  };
}
