import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/statements.json`. */
export interface StatementsMessages {
  readonly statements: {
    readonly title: string;
    readonly titleOf: Message<{ month: Text }>;
    readonly lead: string;
    readonly unused: {
      readonly title: string;
      readonly text: string;
    };
    readonly back: string;
    readonly link: string;
    readonly month: string;
    readonly opening: string;
    readonly incoming: string;
    readonly outgoing: string;
    readonly fees: string;
    readonly closing: string;
    readonly soFar: string;
    readonly closed: string;
    readonly open: string;
    readonly openHint: string;
    readonly behind: string;
    readonly zone: Message<{ zone: Text }>;
    readonly zones: string;
    readonly held: Message<{ amount: Text }>;
    readonly heldNow: Message<{ amount: Text }>;
    readonly print: string;
    readonly csv: string;
    readonly json: string;
    readonly files: string;
    readonly movements: string;
    readonly noMovements: string;
    readonly backToMonth: string;
    readonly printAll: string;
    readonly range: Message<{ all: Text; from: Text; to: Text }>;
    readonly pages: string;
    readonly first: string;
    readonly earlier: string;
    readonly later: string;
    readonly last: string;
    readonly when: string;
    readonly what: string;
    readonly amount: string;
    readonly value: string;
    readonly balance: string;
    readonly received: string;
    readonly sent: string;
    readonly fee: Message<{ amount: Text }>;
    readonly arrived: string;
    readonly owed: string;
    readonly owedNumber: Message<{ epoch: Text; when: Text }>;
    readonly owedHint: string;
    readonly seal: string;
    readonly sealHint: string;
  };
}
