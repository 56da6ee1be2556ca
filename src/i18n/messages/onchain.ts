import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/onchain.json`. */
export interface OnchainMessages {
  readonly deposit: {
    readonly arrived: string;
    readonly onWay: string;
    readonly progress: Message<{ count: Text; needed: number }>;
    readonly notSpendable: string;
    readonly tooLittle: Message<{ missing: Text }>;
  };
  readonly bitcoin: {
    readonly title: string;
    readonly offer: Message<{ time: Text }>;
    readonly show: string;
    readonly lead: string;
    readonly qr: string;
    readonly noQr: string;
    readonly address: string;
    readonly copy: string;
    readonly open: string;
    readonly state: string;
    readonly check: string;
    readonly good: {
      readonly title: string;
      readonly seen: string;
      readonly blocks: Message<{ blocks: number; time: Text }>;
      readonly more: Message<{ amount: Text; blocks: number; time: Text }>;
      readonly minimum: Message<{ amount: Text }>;
      readonly fee: string;
      readonly next: string;
    };
    readonly onWay: {
      readonly title: string;
      readonly lead: Message<{ amount: Text }>;
      readonly tooLittle: Message<{ amount: Text; missing: Text }>;
    };
    readonly arrived: {
      readonly title: string;
      readonly lead: Message<{ amount: Text }>;
      readonly credited: string;
    };
    readonly earlier: string;
    readonly another: string;
    readonly both: {
      readonly title: string;
      readonly text: Message<{ time: Text }>;
      readonly make: string;
      readonly qr: string;
      readonly noQr: string;
      readonly copy: string;
      readonly link: string;
    };
    readonly facts: {
      readonly address: string;
      readonly txid: string;
      readonly block: string;
      readonly noBlock: string;
      readonly confirmations: string;
      readonly seen: string;
      readonly credited: string;
      readonly madeBy: string;
      readonly output: string;
      readonly blockHash: string;
    };
    readonly record: {
      readonly lead: string;
      readonly tooLittle: Message<{ missing: Text }>;
      readonly gone: {
        readonly title: string;
        readonly lead: string;
      };
      readonly replaced: {
        readonly title: string;
        readonly lead: string;
      };
    };
  };
  readonly withdrawal: {
    readonly sent: string;
    readonly prepared: {
      readonly title: string;
      readonly lead: Message<{ amount: Text; fee: Text; held: Text }>;
    };
    readonly unknown: {
      readonly title: string;
      readonly lead: string;
    };
    readonly signed: {
      readonly title: string;
      readonly lead: string;
    };
    readonly broadcast: {
      readonly title: string;
      readonly lead: string;
    };
    readonly longBroadcast: {
      readonly title: string;
      readonly lead: string;
    };
    readonly settled: {
      readonly title: string;
      readonly lead: string;
      readonly inside: string;
      readonly outOfBlock: string;
    };
    readonly causes: {
      readonly not_enough_coins: string;
      readonly fee_too_high: string;
      readonly rejected: string;
      readonly never_sent: string;
      readonly found_unsent: string;
      readonly replaced: string;
      readonly other: string;
    };
    readonly facts: {
      readonly to: string;
      readonly noTransaction: string;
      readonly inside: string;
      readonly neverMade: string;
      readonly speed: string;
    };
    readonly again: string;
  };
}
