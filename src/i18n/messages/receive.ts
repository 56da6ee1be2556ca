import type { Message, Tag, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/receive.json`. */
export interface ReceiveMessages {
  readonly receive: {
    readonly title: string;
    readonly amount: string;
    readonly amountHint: string;
    readonly anyAmount: string;
    readonly payerChooses: string;
    readonly memo: string;
    readonly memoHint: string;
    readonly memoLeft: Message<{ left: Text }>;
    readonly memoOver: Message<{ over: Text }>;
    readonly expiry: string;
    readonly expiries: {
      readonly '900': string;
      readonly '3600': string;
      readonly '86400': string;
      readonly '604800': string;
    };
    readonly submit: string;
    readonly address: {
      readonly title: string;
      readonly none: string;
      readonly noneText: string;
      readonly choose: string;
    };
    readonly refused: {
      readonly bad_amount: Message<{ most: Text }>;
      readonly memo_too_long: Message<{ over: number }>;
      readonly too_many_open_invoices: string;
      readonly too_many_new_invoices: string;
      readonly storage_used_up: string;
      readonly full: Message<{ most: Text }>;
      readonly over_room: Message<{ most: Text; room: Text }>;
      readonly sent_before: string;
    };
    readonly invoiceTitle: {
      readonly waiting: Message<{ amount: Text }>;
      readonly paid: Message<{ amount: Text }>;
      readonly expired: Message<{ amount: Text }>;
    };
    readonly waiting: {
      readonly title: Message<{ amount: Text }>;
      readonly lead: string;
      readonly qr: Message<{ amount: Text }>;
      readonly noQr: string;
      readonly copy: string;
      readonly open: string;
      readonly ask: string;
      readonly state: string;
      readonly until: string;
      readonly left: string;
      readonly check: string;
      readonly formats: string;
      readonly asText: string;
      readonly asLink: string;
      readonly linkHint: string;
      readonly hide: string;
      readonly hideHint: string;
      readonly hidden: string;
    };
    readonly paid: {
      readonly title: string;
      readonly lead: Message<{ amount: Text }>;
      readonly again: Message<{ count: Text }>;
      readonly when: string;
      readonly done: string;
      readonly another: string;
    };
    readonly expired: {
      readonly title: string;
      readonly lead: string;
      readonly again: string;
    };
  };
  readonly play: {
    readonly title: string;
    readonly lead: string;
    readonly link: string;
    readonly paid: string;
    readonly notPaid: Message<{ reason: Text }>;
    readonly badAmount: Message<{ most: Text }>;
    readonly memo: string;
    readonly receive: {
      readonly title: string;
      readonly text: Message<{ link: Tag }>;
      readonly invoice: string;
      readonly submit: string;
    };
    readonly send: {
      readonly title: string;
      readonly text: string;
      readonly amount: string;
      readonly submit: string;
      readonly made: Message<{ amount: Text }>;
      readonly pay: string;
      readonly invoice: string;
    };
    readonly here: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
    };
  };
}
