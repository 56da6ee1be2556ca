import type { Message, Tag, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/address.json`. */
export interface AddressMessages {
  readonly address: {
    readonly title: string;
    readonly lead: string;
    readonly yours: string;
    readonly none: string;
    readonly noneHint: string;
    readonly qr: Message<{ lightningAddress: Text }>;
    readonly noQr: string;
    readonly payPage: string;
    readonly printSheet: string;
    readonly print: {
      readonly title: string;
      readonly heading: string;
      readonly instruction: string;
      readonly howTo: string;
      readonly back: string;
    };
    readonly name: string;
    readonly nameHint: Message<{ domain: Text }>;
    readonly playOnly: Message<{ code: Tag; domain: Text }>;
    readonly choose: string;
    readonly change: string;
    readonly changeHint: Message<{ changesMax: number }>;
    readonly signUpHint: string;
    readonly lost: string;
    readonly chosen: Message<{ lightningAddress: Text }>;
    readonly ownPage: {
      readonly title: string;
      readonly lead: string;
      readonly text: string;
      readonly textHint: Message<{ max: Text }>;
      readonly amount: Message<{ number: Text }>;
      readonly tooLong: Message<{ max: Text }>;
      readonly save: string;
      readonly saved: string;
    };
    readonly zaps: {
      readonly title: string;
      readonly lead: string;
      readonly needsKey: Message<{ link: Tag }>;
      readonly isOn: string;
      readonly isOff: string;
      readonly turnOn: string;
      readonly turnOff: string;
      readonly turnedOn: string;
      readonly turnedOff: string;
    };
    readonly refused: {
      readonly bad_address_name: string;
      readonly reserved_address_name: string;
      readonly address_name_taken: string;
      readonly too_many_name_changes: string;
    };
  };
  readonly pay: {
    readonly title: Message<{ payee: Text }>;
    readonly lead: string;
    readonly amount: string;
    readonly amountHint: string;
    readonly comment: string;
    readonly commentHint: Message<{ maxLength: Text }>;
    readonly submit: string;
    readonly offered: string;
    readonly scan: string;
    readonly fullTitle: string;
    readonly refused: {
      readonly full: string;
      readonly amount: Message<{ least: Text; most: Text }>;
      readonly comment_too_long: Message<{ maxLength: Text }>;
      readonly too_many_open_invoices: string;
      readonly too_busy: string;
      readonly too_often: Message<{ retryAfterSec: number }>;
    };
    readonly invoice: {
      readonly to: string;
      readonly amount: string;
      readonly comment: string;
      readonly waiting: {
        readonly title: Message<{ amount: Text }>;
        readonly lead: string;
        readonly qr: Message<{ amount: Text }>;
        readonly noQr: string;
        readonly open: string;
        readonly copy: string;
        readonly asText: string;
        readonly state: string;
        readonly until: string;
        readonly left: string;
        readonly check: string;
      };
      readonly paid: {
        readonly title: string;
        readonly lead: string;
        readonly proof: string;
        readonly proofHint: string;
        readonly again: string;
        readonly when: string;
        readonly paymentHash: string;
      };
      readonly expired: {
        readonly title: string;
        readonly lead: string;
        readonly underWay: string;
        readonly again: string;
      };
      readonly removed: {
        readonly title: string;
        readonly lead: string;
        readonly again: string;
      };
    };
  };
}
