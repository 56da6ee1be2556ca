import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/money-requests.json`. */
export interface MoneyRequestsMessages {
  readonly requests: {
    readonly title: string;
    readonly lead: string;
    readonly begin: string;
    readonly waiting: Message<{ count: number }>;
    readonly asked: string;
    readonly own: string;
    readonly until: Message<{ time: Text }>;
    readonly amount: string;
    readonly memo: string;
    readonly expires: string;
    readonly from: string;
    readonly someone: string;
    readonly states: {
      readonly waiting: string;
      readonly paid: string;
      readonly declined: string;
      readonly expired: string;
    };
    readonly unused: {
      readonly title: string;
      readonly text: string;
    };
    readonly blocked: string;
    readonly blockedHint: string;
    readonly unblock: string;
    readonly unblocked: string;
    readonly asking: {
      readonly title: string;
      readonly to: string;
      readonly toHint: Message<{ example: Text }>;
      readonly pressHint: string;
      readonly submit: string;
      readonly done: string;
      readonly noOwnName: string;
      readonly chooseName: string;
    };
    readonly problems: {
      readonly notANameHere: string;
      readonly ownName: string;
      readonly invoiceNotOpen: string;
      readonly askedBefore: string;
      readonly tooManyOfPair: string;
      readonly tooManyOpen: string;
      readonly tooManyToday: string;
    };
    readonly one: {
      readonly title: string;
      readonly pay: string;
      readonly later: string;
      readonly decline: string;
      readonly declined: string;
      readonly block: string;
      readonly blockHint: string;
      readonly blocked: string;
      readonly isPaid: string;
      readonly isExpired: string;
      readonly isDeclined: string;
    };
  };
}
