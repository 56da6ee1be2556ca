import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/oversight.json`. */
export interface OversightMessages {
  readonly oversight: {
    readonly titles: {
      readonly alarms: string;
      readonly payments: string;
      readonly unclaimed: string;
      readonly deliveries: string;
      readonly jobs: string;
      readonly books: string;
      readonly settings: string;
    };
    readonly pages: string;
    readonly firstPage: string;
    readonly nextPage: string;
    readonly search: string;
    readonly show: string;
    readonly showAll: string;
    readonly alarms: {
      readonly lead: string;
      readonly views: string;
      readonly open: string;
      readonly earlier: string;
      readonly kind: string;
      readonly allKinds: string;
      readonly whatToDo: string;
      readonly repeated: Message<{ count: Text; first: Text; last: Text }>;
      readonly none: {
        readonly title: string;
        readonly text: string;
      };
      readonly noneEarlier: {
        readonly title: string;
        readonly text: string;
      };
      readonly noneOfKind: string;
    };
    readonly payments: {
      readonly lead: string;
      readonly held: Message<{ amount: Text }>;
      readonly views: string;
      readonly filters: {
        readonly all: string;
        readonly unknown: string;
        readonly stranded: string;
      };
      readonly searchHint: string;
      readonly none: {
        readonly title: string;
        readonly text: string;
      };
      readonly noneFound: {
        readonly title: string;
        readonly text: string;
      };
      readonly caption: string;
      readonly columns: {
        readonly since: string;
        readonly state: string;
        readonly user: string;
        readonly payment: string;
        readonly hash: string;
        readonly amount: string;
        readonly held: string;
      };
      readonly kinds: {
        readonly bolt11: string;
        readonly keysend: string;
      };
      readonly states: {
        readonly reserved: string;
        readonly dispatching: string;
        readonly in_flight: string;
        readonly unknown: string;
        readonly settled: string;
        readonly failed: string;
      };
      readonly acknowledged: string;
      readonly notFound: Message<{ time: Text }>;
      readonly stuck: Message<{ minutes: Text; time: Text }>;
      readonly stuckHelp: string;
    };
    readonly unclaimed: {
      readonly lead: string;
      readonly none: {
        readonly title: string;
        readonly text: string;
      };
      readonly howTo: string;
      readonly id: string;
      readonly reason: string;
      readonly hash: string;
      readonly event: string;
    };
    readonly deliveries: {
      readonly lead: string;
      readonly backlog: string;
      readonly waiting: string;
      readonly moreThan: Message<{ count: Text }>;
      readonly oldest: string;
      readonly noneDue: string;
      readonly none: {
        readonly title: string;
        readonly text: string;
      };
      readonly failing: string;
      readonly failingText: string;
      readonly firstOnly: Message<{ count: Text }>;
      readonly columns: {
        readonly host: string;
        readonly endpoints: string;
        readonly failures: string;
        readonly since: string;
      };
    };
    readonly jobs: {
      readonly lead: string;
      readonly views: string;
      readonly onTime: string;
      readonly late: Message<{ minutes: Text }>;
      readonly parked: string;
      readonly waiting: string;
      readonly noneParked: {
        readonly title: string;
        readonly text: string;
      };
      readonly noneWaiting: {
        readonly title: string;
        readonly text: string;
      };
      readonly parkedHelp: string;
      readonly caption: string;
      readonly columns: {
        readonly id: string;
        readonly kind: string;
        readonly when: string;
        readonly tries: string;
        readonly error: string;
      };
      readonly tries: Message<{ count: Text; most: Text }>;
      readonly parkedAt: Message<{ time: Text }>;
      readonly running: string;
    };
    readonly books: {
      readonly lead: string;
      readonly check: string;
      readonly never: string;
      readonly state: string;
      readonly balance: string;
      readonly differ: Message<{ count: number }>;
      readonly checkedAt: string;
      readonly transfers: string;
      readonly again: string;
      readonly stopped: string;
      readonly findings: {
        readonly title: string;
        readonly caption: string;
        readonly rule: string;
        readonly subject: string;
        readonly detail: string;
      };
      readonly sizes: {
        readonly title: string;
        readonly all: Message<{ size: Text }>;
        readonly caption: string;
        readonly table: string;
        readonly rows: string;
        readonly size: string;
      };
    };
    readonly backups: {
      readonly title: string;
      readonly state: string;
      readonly onTime: string;
      readonly late: string;
      readonly failed: string;
      readonly none: string;
      readonly schedule: string;
      readonly noSchedule: string;
      readonly every: Message<{ interval: Text }>;
      readonly newest: string;
      readonly age: string;
      readonly size: string;
      readonly verified: string;
      readonly proofs: {
        readonly restored: string;
        readonly restored_with_findings: string;
        readonly checksums: string;
      };
      readonly encrypted: string;
      readonly yes: string;
      readonly no: string;
      readonly lastFailure: string;
      readonly howTo: string;
      readonly settings: string;
      readonly caption: string;
      readonly ended: string;
      readonly result: string;
      readonly file: string;
    };
    readonly settings: {
      readonly lead: string;
      readonly secrets: string;
      readonly none: {
        readonly title: string;
        readonly text: string;
      };
      readonly caption: string;
      readonly columns: {
        readonly name: string;
        readonly value: string;
        readonly source: string;
      };
      readonly sources: {
        readonly default: string;
        readonly environment: string;
        readonly file: string;
      };
      readonly secret: string;
      readonly placeOnly: string;
    };
  };
  readonly actions: {
    readonly nodeAway: string;
    readonly ask: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly paid: string;
      readonly failed: string;
      readonly open: string;
    };
    readonly end: {
      readonly title: string;
      readonly text: string;
      readonly proof: {
        readonly channels: string;
        readonly seen: string;
        readonly height: string;
        readonly from: string;
        readonly state: string;
        readonly whole: string;
        readonly lacks: string;
        readonly not: string;
      };
      readonly submit: string;
      readonly done: string;
      readonly refused: Message<{ why: Text }>;
    };
    readonly assign: {
      readonly title: string;
      readonly text: Message<{ amount: Text }>;
      readonly email: string;
      readonly submit: string;
      readonly done: Message<{ amount: Text }>;
      readonly gone: string;
      readonly noUser: string;
    };
    readonly retry: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
      readonly gone: string;
    };
    readonly acknowledge: {
      readonly title: string;
      readonly text: string;
      readonly note: string;
      readonly noteHint: string;
      readonly submit: string;
      readonly done: string;
      readonly present: string;
      readonly again: string;
    };
    readonly stop: {
      readonly title: string;
      readonly text: string;
      readonly why: string;
      readonly whyHint: string;
      readonly submit: string;
      readonly done: string;
      readonly noReason: string;
      readonly present: string;
    };
    readonly allow: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
      readonly gone: string;
    };
    readonly check: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly log: {
      readonly title: string;
      readonly lead: string;
      readonly kind: string;
      readonly allKinds: string;
      readonly who: string;
      readonly everyone: string;
      readonly command: string;
      readonly formerAdmin: string;
      readonly none: {
        readonly title: string;
        readonly text: string;
      };
      readonly noneFound: string;
      readonly caption: string;
      readonly columns: {
        readonly time: string;
        readonly who: string;
        readonly action: string;
        readonly details: string;
        readonly result: string;
      };
      readonly results: {
        readonly done: string;
        readonly refused: string;
        readonly failed: string;
      };
      readonly open: string;
      readonly kinds: {
        readonly payment_resolve: string;
        readonly payment_end: string;
        readonly unclaimed_assign: string;
        readonly job_retry: string;
        readonly alarm_acknowledge: string;
        readonly outside_stop: string;
        readonly outside_allow: string;
        readonly books_check: string;
        readonly node_release: string;
        readonly user_add: string;
        readonly user_disable: string;
        readonly user_enable: string;
        readonly user_limits: string;
        readonly user_reset_password: string;
        readonly user_remove_second_factor: string;
        readonly user_set_password: string;
        readonly user_invite: string;
        readonly invitation_withdraw: string;
      };
      readonly facts: {
        readonly user: string;
        readonly amountSat: string;
        readonly state: string;
        readonly note: string;
        readonly why: string;
        readonly alarm: string;
        readonly job: string;
        readonly findings: string;
        readonly role: string;
        readonly maxBalance: string;
        readonly maxSendDay: string;
      };
    };
  };
  readonly alarmAdvice: {
    readonly fee_above_reserve: string;
    readonly payment_stranded: string;
    readonly stranded_payment_ended: string;
    readonly foreign_payment_for_hash: string;
    readonly acknowledged_payment_not_found: string;
    readonly final_state_contradicted: string;
    readonly credit_parked: string;
    readonly receipt_taken_back: string;
    readonly closed_account_paid: string;
    readonly statement_not_closed: string;
    readonly owed_sums_differ: string;
    readonly proof_folder_differs: string;
    readonly cursor_event_missing: string;
    readonly node_changed: string;
    readonly preimage_mismatch: string;
    readonly node_balance_too_low: string;
    readonly books_do_not_balance: string;
    readonly job_parked: string;
    readonly payment_not_in_books: string;
    readonly payment_of_others: string;
    readonly invoice_not_in_books: string;
    readonly database_unsafe: string;
    readonly database_gone_back: string;
    readonly payment_lost: string;
    readonly backup_failed: string;
    readonly backup_overdue: string;
    readonly payment_takes_long: string;
    readonly database_refuses_writes: string;
    readonly node_away: string;
    readonly backup_missing: string;
    readonly database_outdated: string;
  };
  readonly alarmMails: {
    readonly subject: Message<{ count: number; site: Text }>;
    readonly lead: Message<{ site: Text }>;
    readonly alarm: Message<{ count: number; name: Text }>;
    readonly advice: Message<{ advice: Text }>;
    readonly more: Message<{ count: number }>;
    readonly open: string;
  };
}
