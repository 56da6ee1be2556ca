import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/account-closure.json`. */
export interface AccountClosureMessages {
  readonly leave: {
    readonly title: string;
    readonly lead: string;
    readonly archive: {
      readonly heading: string;
      readonly text: string;
      readonly json: string;
      readonly csv: string;
      readonly hint: string;
    };
    readonly empty: {
      readonly heading: string;
      readonly isEmpty: string;
      readonly balance: Message<{ amount: Text }>;
      readonly held: Message<{ amount: Text }>;
      readonly how: string;
      readonly rest: string;
      readonly send: string;
    };
    readonly close: {
      readonly heading: string;
      readonly text: string;
      readonly submit: string;
    };
    readonly closing: {
      readonly title: string;
      readonly heading: string;
      readonly ends: {
        readonly access: string;
        readonly apps: string;
        readonly person: string;
        readonly address: string;
        readonly late: string;
        readonly books: string;
      };
      readonly archiveFirst: string;
      readonly balance: Message<{ amount: Text }>;
      readonly giveUp: string;
      readonly giveUpChoice: Message<{ amount: Text }>;
      readonly giveUpHint: string;
      readonly submit: string;
      readonly wait: Message<{ amount: Text }>;
      readonly problems: {
        readonly balance_left: string;
        readonly open_payments: string;
        readonly last_admin: string;
      };
      readonly done: string;
    };
  };
}
