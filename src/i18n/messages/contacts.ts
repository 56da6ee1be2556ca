import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/contacts.json`. */
export interface ContactsMessages {
  readonly contacts: {
    readonly title: string;
    readonly lead: string;
    readonly add: string;
    readonly search: string;
    readonly find: string;
    readonly showAll: string;
    readonly pressHint: string;
    readonly edit: string;
    readonly nothing: {
      readonly title: string;
      readonly text: string;
    };
    readonly unused: {
      readonly title: string;
      readonly text: string;
    };
    readonly offered: {
      readonly recent: string;
      readonly contacts: string;
      readonly all: string;
      readonly none: string;
    };
    readonly adding: {
      readonly title: string;
      readonly name: string;
      readonly nameHint: string;
      readonly to: string;
      readonly toHint: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly one: {
      readonly open: string;
      readonly pay: string;
      readonly rename: string;
      readonly renamed: string;
      readonly remove: string;
      readonly removeHint: string;
      readonly removed: Message<{ name: Text }>;
    };
    readonly problems: {
      readonly nameEmpty: string;
      readonly nameHidden: string;
      readonly nameTooLong: Message<{ max: Text }>;
      readonly nameTaken: string;
      readonly tooMany: Message<{ max: Text }>;
      readonly targetTaken: Message<{ name: Text }>;
      readonly targetTooLong: string;
      readonly paysOnce: string;
    };
    readonly save: string;
    readonly payAgain: string;
  };
}
