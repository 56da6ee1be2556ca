import type { Message, Tag, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/web.json`. */
export interface WebMessages {
  readonly offline: {
    readonly title: string;
    readonly lead: string;
    readonly sending: string;
    readonly again: string;
    readonly toStart: string;
    readonly unsent: string;
    readonly lost: string;
  };
  readonly frame: {
    readonly skip: string;
    readonly navigation: string;
    readonly signOut: string;
    readonly signedInAs: Message<{ name: Text }>;
    readonly copy: string;
    readonly copied: string;
    readonly share: string;
    readonly print: string;
    readonly optional: string;
    readonly cancel: string;
    readonly command: string;
    readonly secretOnce: string;
    readonly tabsOf: string;
    readonly runBy: Message<{ contact: Text }>;
    readonly notices: string;
    readonly unreadNotices: Message<{ count: Text }>;
    readonly places: {
      readonly home: string;
      readonly receive: string;
      readonly send: string;
      readonly activity: string;
      readonly apps: string;
      readonly account: string;
      readonly developer: string;
      readonly operate: string;
      readonly more: string;
    };
    readonly tabGroups: {
      readonly money: string;
      readonly service: string;
    };
    readonly tabs: {
      readonly profile: string;
      readonly address: string;
      readonly preferences: string;
      readonly statements: string;
      readonly security: string;
      readonly leave: string;
      readonly tokens: string;
      readonly clients: string;
      readonly webhooks: string;
      readonly overview: string;
      readonly users: string;
      readonly node: string;
      readonly payments: string;
      readonly alarms: string;
      readonly safety: string;
      readonly unclaimed: string;
      readonly deliveries: string;
      readonly jobs: string;
      readonly books: string;
      readonly settings: string;
      readonly log: string;
    };
  };
  readonly problems: {
    readonly error: Message<{ status: Text }>;
    readonly toStart: string;
    readonly notFound: {
      readonly title: string;
      readonly message: string;
    };
    readonly method: {
      readonly title: string;
      readonly message: string;
    };
    readonly staleForm: {
      readonly title: string;
      readonly message: string;
    };
    readonly noCookie: {
      readonly title: string;
      readonly message: string;
    };
    readonly tooOften: {
      readonly title: string;
      readonly message: string;
    };
    readonly tooMuchAtOnce: {
      readonly title: string;
      readonly message: string;
    };
    readonly fault: {
      readonly title: string;
      readonly message: string;
    };
    readonly nodeAway: {
      readonly title: string;
      readonly message: string;
    };
    readonly again: string;
    readonly away: {
      readonly title: string;
      readonly message: string;
    };
    readonly lockedDown: {
      readonly title: string;
      readonly message: string;
    };
    readonly tooLarge: {
      readonly title: string;
      readonly message: string;
    };
    readonly doneBefore: string;
    readonly unusable: {
      readonly title: string;
      readonly message: string;
    };
    readonly signedOut: {
      readonly typed: string;
      readonly plain: string;
      readonly page: string;
    };
  };
  readonly lockdown: {
    readonly title: string;
    readonly payments: string;
    readonly apps: string;
    readonly changes: string;
    readonly rest: string;
    readonly operators: Message<{ link: Tag }>;
  };
}
