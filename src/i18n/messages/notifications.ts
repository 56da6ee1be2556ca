import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/notifications.json`. */
export interface NotificationsMessages {
  readonly notices: {
    readonly title: string;
    readonly lead: string;
    readonly none: {
      readonly title: string;
      readonly text: string;
    };
    readonly unread: string;
    readonly moreThan: Message<{ count: Text }>;
    readonly received: string;
    readonly receivedSeveral: Message<{ times: Text }>;
    readonly paid: {
      readonly one: string;
      readonly several: Message<{ count: Text }>;
      readonly text: string;
    };
    readonly notPaid: {
      readonly one: string;
      readonly several: Message<{ count: Text }>;
      readonly text: string;
    };
    readonly asked: string;
    readonly askedSeveral: Message<{ times: Text }>;
    readonly approval: {
      readonly one: string;
      readonly several: Message<{ count: Text }>;
      readonly text: Message<{ name: Text }>;
    };
    readonly aboveLimit: {
      readonly title: string;
      readonly text: Message<{ limit: Text }>;
    };
    readonly budgetSoon: {
      readonly title: string;
      readonly text: Message<{ name: Text }>;
    };
    readonly budgetSpent: {
      readonly title: string;
      readonly text: Message<{ name: Text }>;
    };
    readonly app: {
      readonly title: string;
      readonly text: Message<{ name: Text }>;
    };
    readonly signIn: {
      readonly title: string;
      readonly text: Message<{ address: Text; device: Text }>;
    };
    readonly webhookOff: {
      readonly title: string;
      readonly text: Message<{ url: Text }>;
    };
    readonly alarm: {
      readonly title: string;
      readonly text: string;
    };
    readonly choice: {
      readonly title: string;
      readonly lead: string;
      readonly noMail: string;
      readonly noAddress: string;
      readonly kinds: {
        readonly received: string;
        readonly ended: string;
        readonly asked: string;
        readonly approval: string;
        readonly limit: string;
        readonly budget: string;
        readonly app: string;
        readonly sign_in: string;
        readonly webhook_off: string;
        readonly alarm: string;
      };
      readonly ways: {
        readonly none: string;
        readonly bell: string;
        readonly mail: string;
      };
      readonly save: string;
      readonly done: string;
    };
    readonly devices: {
      readonly title: string;
      readonly lead: string;
      readonly off: string;
      readonly noScript: string;
      readonly unable: string;
      readonly homeScreen: string;
      readonly blocked: string;
      readonly allow: string;
      readonly asking: string;
      readonly failed: string;
      readonly silent: string;
      readonly here: string;
      readonly added: Message<{ time: Text }>;
      readonly lastUsed: Message<{ time: Text }>;
      readonly never: string;
      readonly problem: string;
      readonly test: string;
      readonly tested: string;
      readonly testFailed: string;
      readonly testGone: string;
      readonly showDetails: string;
      readonly hideDetails: string;
      readonly remove: string;
      readonly removed: string;
      readonly kept: string;
      readonly changed: string;
      readonly tooMany: Message<{ count: Text }>;
      readonly refused: string;
      readonly busy: string;
      readonly which: string;
      readonly save: string;
    };
  };
  readonly noticeMails: {
    readonly subject: Message<{ site: Text }>;
    readonly lead: Message<{ site: Text }>;
    readonly received: string;
    readonly receivedSeveral: string;
    readonly paid: string;
    readonly paidSeveral: string;
    readonly notPaid: string;
    readonly notPaidSeveral: string;
    readonly asked: string;
    readonly askedSeveral: string;
    readonly approval: string;
    readonly approvalSeveral: string;
    readonly aboveLimit: string;
    readonly budget: {
      readonly '80': string;
      readonly '100': string;
    };
    readonly app: Message<{ name: Text }>;
    readonly signIn: Message<{ address: Text; device: Text }>;
    readonly webhookOff: Message<{ url: Text }>;
    readonly alarm: string;
    readonly answer: string;
    readonly more: string;
    readonly wasNotYou: string;
  };
  readonly noticePushes: {
    readonly received: Message<{ amount: Text }>;
    readonly paid: Message<{ amount: Text }>;
    readonly approval: Message<{ amount: Text; name: Text }>;
    readonly approvals: Message<{ name: Text }>;
    readonly app: string;
    readonly signIn: string;
    readonly webhookOff: string;
    readonly others: Message<{ count: Text }>;
    readonly test: string;
  };
}
