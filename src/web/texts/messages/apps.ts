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
}
