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
    readonly allowUpTo: {
      readonly day: Message<{ amount: Text }>;
      readonly week: Message<{ amount: Text }>;
      readonly month: Message<{ amount: Text }>;
      readonly year: Message<{ amount: Text }>;
      readonly ever: Message<{ amount: Text }>;
    };
    readonly allowAll: string;
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
  readonly newAccess: {
    readonly tooMany: {
      readonly title: string;
      readonly message: Message<{ most: Text }>;
    };
  };
  readonly tokens: {
    readonly title: string;
    readonly lead: string;
    readonly script: {
      readonly title: string;
      readonly text: string;
      readonly reference: Message<{ link: Tag }>;
    };
    readonly none: {
      readonly title: string;
      readonly text: string;
    };
    readonly new: string;
    readonly created: Message<{ date: Text }>;
    readonly creating: {
      readonly title: string;
      readonly failed: string;
      readonly name: string;
      readonly nameHint: string;
      readonly noName: string;
      readonly hiddenInName: string;
      readonly scopes: string;
      readonly noScopes: string;
      readonly end: string;
      readonly noEnd: string;
      readonly submit: string;
      readonly tooMany: {
        readonly title: string;
        readonly message: Message<{ most: Text }>;
      };
      readonly done: string;
      readonly secret: Message<{ name: Text }>;
      readonly kept: string;
      readonly tryIt: string;
    };
    readonly noExpiry: string;
    readonly expires: Message<{ date: Text }>;
    readonly changeLimit: string;
    readonly revoke: string;
    readonly revoking: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly text: string;
      readonly submit: string;
      readonly done: Message<{ name: Text }>;
    };
  };
  readonly budget: {
    readonly legend: string;
    readonly some: {
      readonly label: string;
      readonly hint: string;
    };
    readonly amount: string;
    readonly interval: string;
    readonly intervals: {
      readonly day: string;
      readonly week: string;
      readonly month: string;
      readonly year: string;
      readonly ever: string;
    };
    readonly end: string;
    readonly none: {
      readonly label: string;
      readonly hint: Message<{ balance: Text; strong: Tag }>;
    };
    readonly asks: {
      readonly label: string;
      readonly hint: string;
      readonly above: Message<{ amount: Text }>;
      readonly always: string;
    };
    readonly meter: {
      readonly spent: {
        readonly day: Message<{ limit: Text; used: Text }>;
        readonly week: Message<{ limit: Text; used: Text }>;
        readonly month: Message<{ limit: Text; used: Text }>;
        readonly year: Message<{ limit: Text; used: Text }>;
        readonly ever: Message<{ limit: Text; used: Text }>;
      };
      readonly left: Message<{ amount: Text }>;
      readonly resets: Message<{ date: Text }>;
      readonly ends: Message<{ date: Text }>;
      readonly ended: Message<{ date: Text }>;
      readonly noLimit: string;
      readonly spendsAll: string;
    };
    readonly problems: {
      readonly no_choice: string;
      readonly amount_not_chosen: string;
      readonly bad_amount: Message<{ most: Text }>;
      readonly bad_ask: Message<{ most: Text }>;
      readonly bad_interval: string;
      readonly no_end: string;
      readonly past_end: string;
    };
    readonly editing: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly submit: string;
      readonly done: Message<{ name: Text }>;
    };
  };
  readonly clients: {
    readonly title: string;
    readonly lead: string;
    readonly register: string;
    readonly none: {
      readonly title: string;
      readonly text: string;
      readonly tokens: string;
    };
    readonly howItAsks: Message<{ link: Tag }>;
    readonly registered: {
      readonly withSecret: Message<{ date: Text }>;
      readonly withoutSecret: Message<{ date: Text }>;
    };
    readonly clientId: Message<{ code: Tag; id: Text }>;
    readonly facts: {
      readonly clientId: string;
      readonly kind: string;
      readonly withSecret: string;
      readonly withoutSecret: string;
      readonly authorizationPage: string;
      readonly tokenEndpoint: string;
      readonly registered: string;
    };
    readonly fields: {
      readonly name: string;
      readonly nameHint: string;
      readonly url: string;
      readonly urlHint: Message<{ code: Tag }>;
      readonly callback: string;
      readonly callbackHint: Message<{ code: Tag }>;
      readonly strict: string;
      readonly s256Only: string;
      readonly s256Hint: string;
      readonly answers: string;
      readonly sendsIssuer: string;
      readonly issuerHint: string;
    };
    readonly problems: {
      readonly name: Message<{ most: Text }>;
      readonly addresses: {
        readonly url: string;
        readonly callback: string;
      };
      readonly address: {
        readonly too_long: Message<{ address: Text }>;
        readonly not_absolute: Message<{ address: Text }>;
        readonly space: Message<{ address: Text }>;
        readonly credentials: Message<{ address: Text }>;
        readonly fragment: Message<{ address: Text }>;
        readonly wildcard: Message<{ address: Text }>;
        readonly not_http: Message<{ address: Text }>;
        readonly no_port: Message<{ address: Text; host: Text }>;
        readonly not_https: Message<{ address: Text }>;
        readonly ip_address: Message<{ address: Text }>;
        readonly not_ascii: Message<{ address: Text }>;
        readonly short_domain: Message<{ address: Text }>;
        readonly other_domain: Message<{ address: Text; host: Text }>;
      };
      readonly tooMany: Message<{ most: Text }>;
    };
    readonly creating: {
      readonly title: string;
      readonly failed: string;
      readonly where: string;
      readonly server: string;
      readonly serverHint: string;
      readonly device: string;
      readonly deviceHint: string;
      readonly submit: string;
      readonly done: string;
      readonly doneHeading: Message<{ name: Text }>;
      readonly goOn: string;
    };
    readonly secretLabel: string;
    readonly editing: {
      readonly heading: string;
      readonly failed: string;
      readonly s256Advice: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly care: string;
    readonly replaceSecret: string;
    readonly delete: string;
    readonly replacing: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
      readonly kept: string;
    };
    readonly deleting: {
      readonly title: string;
      readonly heading: Message<{ name: Text }>;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
  };
}
