import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/approvals.json`. */
export interface ApprovalsMessages {
  readonly approvals: {
    readonly title: string;
    readonly lead: string;
    readonly none: {
      readonly title: string;
      readonly text: string;
    };
    readonly waits: string;
    readonly lately: string;
    readonly hint: Message<{ count: number }>;
    readonly invoice: string;
    readonly several: Message<{ count: number }>;
    readonly spender: {
      readonly token: Message<{ name: Text }>;
      readonly app: Message<{ name: Text }>;
      readonly gone: string;
      readonly made: string;
    };
    readonly states: {
      readonly waiting: Message<{ time: Text }>;
      readonly expired: Message<{ time: Text }>;
      readonly withdrawn: Message<{ time: Text }>;
    };
    readonly decided: {
      readonly approved: Message<{ device: Text; time: Text }>;
      readonly refused: Message<{ device: Text; time: Text }>;
      readonly failed: Message<{ device: Text; time: Text }>;
    };
    readonly one: {
      readonly title: string;
      readonly by: string;
      readonly asked: string;
      readonly ends: string;
      readonly first: string;
      readonly rest: Message<{ amount: Text; count: number }>;
      readonly waited: Message<{ minutes: number }>;
      readonly pay: Message<{ amount: Text }>;
      readonly refuse: string;
      readonly quoted: Message<{ text: Text }>;
    };
    readonly raise: {
      readonly name: string;
      readonly fact: Message<{ upTo: Text }>;
      readonly hint: Message<{ upTo: Text }>;
      readonly submit: Message<{ upTo: Text }>;
    };
    readonly more: {
      readonly title: string;
      readonly refuseAll: Message<{ count: Text }>;
    };
    readonly mute: {
      readonly hint: string;
      readonly isMuted: string;
      readonly begin: string;
      readonly end: string;
      readonly muted: string;
      readonly unmuted: string;
    };
    readonly refusedAll: Message<{ count: number }>;
    readonly verdicts: {
      readonly paid: {
        readonly title: string;
        readonly text: string;
      };
      readonly partly: {
        readonly title: string;
        readonly text: string;
      };
      readonly under_way: {
        readonly title: string;
        readonly text: string;
      };
      readonly not_paid: {
        readonly title: string;
        readonly text: string;
      };
      readonly refused: {
        readonly title: string;
        readonly text: string;
      };
      readonly expired: {
        readonly title: string;
        readonly text: string;
      };
      readonly withdrawn: {
        readonly title: string;
        readonly text: string;
      };
      readonly failed: {
        readonly title: string;
        readonly text: string;
      };
    };
    readonly reasons: {
      readonly insufficient_balance: string;
      readonly budget_exceeded: string;
      readonly budget_expired: string;
      readonly send_limit_exceeded: string;
      readonly outside_payments_stopped: string;
      readonly invoice_expired: string;
      readonly other: string;
    };
    readonly seePayment: string;
    readonly seePayments: string;
    readonly back: string;
  };
}
