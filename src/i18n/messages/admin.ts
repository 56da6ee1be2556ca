import type { Message, Tag, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/admin.json`. */
export interface AdminMessages {
  readonly overview: {
    readonly title: string;
    readonly lead: string;
    readonly well: string;
    readonly stepsLeft: Message<{ count: number }>;
    readonly needs: string;
    readonly firstSteps: {
      readonly title: string;
      readonly lead: Message<{ all: Text; done: Text }>;
      readonly done: string;
      readonly open: string;
      readonly steps: {
        readonly backups: {
          readonly title: string;
          readonly why: string;
        };
        readonly address: {
          readonly title: string;
          readonly why: string;
        };
        readonly node: {
          readonly title: string;
          readonly why: string;
        };
        readonly limits: {
          readonly title: string;
          readonly why: string;
        };
        readonly people: {
          readonly title: string;
          readonly why: string;
        };
        readonly mail: {
          readonly title: string;
          readonly why: string;
        };
      };
      readonly currency: {
        readonly title: string;
        readonly why: string;
      };
      readonly optional: string;
      readonly hide: {
        readonly title: string;
        readonly text: string;
        readonly submit: string;
        readonly done: string;
      };
      readonly show: {
        readonly title: string;
        readonly text: string;
        readonly submit: string;
        readonly done: string;
      };
    };
    readonly trouble: {
      readonly notCovered: string;
      readonly stopped: string;
      readonly standbyAway: string;
      readonly nodeAway: string;
      readonly books: Message<{ count: Text }>;
      readonly alarms: Message<{ count: Text }>;
      readonly longOpen: string;
      readonly parked: Message<{ count: Text }>;
      readonly lateBackup: string;
      readonly noBackup: string;
      readonly unclaimed: string;
      readonly staleCheckpoint: string;
      readonly noSamples: string;
      readonly outgrown: string;
    };
    readonly cover: {
      readonly title: string;
      readonly covered: string;
      readonly notCovered: string;
      readonly notKnown: string;
      readonly owes: string;
      readonly holds: string;
      readonly lastKnown: Message<{ time: Text }>;
      readonly never: string;
      readonly ofOwed: Message<{ share: Text }>;
      readonly above: Message<{ share: Text }>;
      readonly bar: Message<{ owed: Text; owned: Text }>;
      readonly wallets: string;
      readonly held: string;
      readonly unclaimed: string;
      readonly missing: string;
      readonly days: string;
      readonly none: string;
      readonly few: string;
      readonly chart: Message<{ from: Text; lowest: Text; to: Text }>;
      readonly noCover: string;
      readonly owed: string;
      readonly owned: string;
      readonly worst: string;
      readonly table: string;
      readonly caption: string;
      readonly when: string;
      readonly share: string;
      readonly unknown: string;
    };
    readonly external: {
      readonly title: string;
      readonly allowed: string;
      readonly stopped: string;
      readonly since: Message<{ time: Text }>;
      readonly reasons: {
        readonly restored: string;
        readonly database_changed: string;
        readonly books: string;
        readonly operator: string;
        readonly outflow: string;
        readonly lockdown: string;
      };
      readonly internal: string;
      readonly open: string;
      readonly none: string;
      readonly openFor: Message<{ amount: Text; count: Text }>;
      readonly oldest: string;
      readonly limits: string;
    };
    readonly liquidity: {
      readonly title: string;
      readonly canSend: string;
      readonly canReceive: string;
      readonly bar: Message<{ receive: Text; send: Text }>;
      readonly channels: string;
      readonly active: Message<{ active: Text; all: Text }>;
      readonly notKnown: string;
    };
    readonly alarms: {
      readonly title: string;
      readonly none: string;
      readonly all: Message<{ count: Text }>;
    };
    readonly webhooks: {
      readonly title: string;
      readonly waiting: string;
      readonly due: string;
      readonly failing: string;
      readonly disabled: string;
      readonly jobs: string;
      readonly parked: string;
    };
    readonly proofs: {
      readonly title: string;
      readonly books: string;
      readonly balanced: string;
      readonly findings: Message<{ count: Text }>;
      readonly nextCheck: Message<{ time: Text }>;
      readonly lateCheck: Message<{ time: Text }>;
      readonly notChecked: string;
      readonly checkpoint: string;
      readonly noCheckpoint: string;
      readonly tooOld: string;
      readonly backup: string;
      readonly noBackup: string;
      readonly noSchedule: string;
      readonly backupFailed: string;
    };
    readonly installation: {
      readonly title: string;
      readonly users: string;
      readonly database: string;
      readonly schema: string;
      readonly revisions: Message<{ functions: Text; migration: Text }>;
      readonly runtime: string;
      readonly nodeVersion: string;
      readonly notKnown: string;
    };
    readonly lessThanMinute: string;
    readonly minutes: Message<{ count: Text }>;
    readonly hours: Message<{ count: Text }>;
    readonly days: Message<{ count: Text }>;
  };
  readonly node: {
    readonly title: string;
    readonly lead: string;
    readonly steps: {
      readonly title: string;
      readonly lead: Message<{ all: Text; done: Text }>;
      readonly states: {
        readonly done: string;
        readonly going: string;
        readonly open: string;
      };
      readonly of: {
        readonly chain: {
          readonly title: string;
          readonly why: string;
        };
        readonly bitcoin: {
          readonly title: string;
          readonly why: string;
        };
        readonly channel: {
          readonly title: string;
          readonly why: string;
        };
        readonly room: {
          readonly title: string;
          readonly why: string;
        };
        readonly receive: {
          readonly title: string;
          readonly why: string;
        };
        readonly send: {
          readonly title: string;
          readonly why: string;
        };
      };
    };
    readonly money: {
      readonly title: string;
      readonly payments: string;
      readonly allowed: string;
      readonly stopped: string;
      readonly internal: string;
      readonly solvency: string;
      readonly covered: string;
      readonly notCovered: string;
      readonly noAnswer: string;
      readonly holds: string;
      readonly unknown: string;
      readonly owes: string;
      readonly wallets: string;
      readonly held: string;
      readonly unclaimed: string;
      readonly pending: string;
      readonly none: string;
      readonly pendingFor: Message<{ amount: Text; count: Text }>;
      readonly books: string;
      readonly notChecked: string;
      readonly balanced: string;
      readonly findings: Message<{ count: number }>;
      readonly checked: Message<{ count: number; time: Text }>;
    };
    readonly comparison: {
      readonly title: string;
      readonly comparing: string;
      readonly differs: string;
      readonly awaitsChain: string;
      readonly caption: string;
      readonly when: string;
      readonly what: string;
      readonly paymentHash: string;
      readonly amount: string;
      readonly done: Message<{ kind: Text; state: Text }>;
      readonly kinds: {
        readonly payment: string;
        readonly invoice: string;
      };
      readonly states: {
        readonly in_flight: string;
        readonly succeeded: string;
        readonly settled: string;
      };
    };
    readonly info: {
      readonly title: string;
      readonly noAnswer: string;
      readonly meanwhile: string;
      readonly name: string;
      readonly publicKey: string;
      readonly network: string;
      readonly version: string;
      readonly chain: string;
      readonly synced: string;
      readonly catchingUp: string;
      readonly peers: string;
      readonly noPeers: string;
      readonly newestBlock: string;
      readonly made: Message<{ time: Text }>;
      readonly behind: Message<{ time: Text }>;
      readonly stale: Message<{ time: Text }>;
      readonly whyStale: string;
      readonly notAdvised: string;
      readonly knownOfIt: Message<{ why: Text }>;
    };
    readonly room: {
      readonly title: string;
      readonly lead: string;
      readonly in: string;
      readonly out: string;
      readonly nothing: string;
      readonly away: Message<{ amount: Text }>;
      readonly noChannel: string;
      readonly noneOut: string;
      readonly noneIn: string;
      readonly buy: string;
      readonly ask: string;
      readonly spend: string;
      readonly key: string;
      readonly copyKey: string;
    };
    readonly hotLimit: {
      readonly title: string;
      readonly lead: string;
      readonly held: string;
      readonly limit: string;
      readonly movable: string;
      readonly nothing: string;
      readonly to: string;
      readonly noAddress: string;
      readonly how: string;
    };
    readonly bitcoin: {
      readonly title: string;
      readonly lead: string;
      readonly confirmed: string;
      readonly reserved: string;
      readonly whyReserved: string;
      readonly unconfirmed: string;
      readonly whyUnconfirmed: string;
      readonly locked: string;
      readonly whyLocked: string;
    };
    readonly fund: {
      readonly title: string;
      readonly lead: string;
      readonly first: string;
      readonly make: string;
      readonly again: string;
      readonly againHint: string;
      readonly qr: string;
      readonly noQr: string;
      readonly copy: string;
      readonly openWallet: string;
      readonly made: Message<{ time: Text }>;
      readonly waiting: string;
      readonly waitingHint: string;
      readonly coming: Message<{ amount: Text }>;
      readonly comingHint: string;
      readonly arrived: Message<{ amount: Text }>;
      readonly noAnswer: string;
      readonly before: string;
      readonly howMuch: Message<{ good: Text; least: Text }>;
      readonly onlyBitcoin: string;
      readonly onlyTestCoins: Message<{ network: Text }>;
      readonly risk: string;
      readonly back: string;
    };
    readonly channels: {
      readonly title: string;
      readonly none: string;
      readonly some: Message<{ all: Text; code: Tag; shown: Text }>;
      readonly caption: string;
      readonly peer: string;
      readonly state: string;
      readonly ours: string;
      readonly theirs: string;
      readonly active: string;
      readonly inactive: string;
      readonly states: {
        readonly opening: string;
        readonly closing: string;
        readonly force_closing: string;
      };
      readonly blocksLeft: Message<{ count: number; time: Text }>;
      readonly waitsForBlock: string;
      readonly comesBack: {
        readonly closing: string;
        readonly force_closing: string;
      };
      readonly action: string;
      readonly close: string;
      readonly elsewhere: Message<{ code: Tag }>;
      readonly backup: string;
      readonly getBackup: string;
      readonly kept: Message<{ time: Text }>;
      readonly notKept: string;
    };
    readonly orders: {
      readonly title: string;
      readonly lead: string;
      readonly none: string;
      readonly noneHint: string;
      readonly another: string;
      readonly heading: Message<{ host: Text; size: Text }>;
      readonly states: {
        readonly unpaid: string;
        readonly paying: string;
        readonly opening: string;
        readonly completed: string;
        readonly failed: string;
        readonly refunded: string;
        readonly expired: string;
      };
      readonly whatNow: {
        readonly unpaid: string;
        readonly paying: string;
        readonly opening: string;
        readonly completed: string;
        readonly failed: string;
        readonly refunded: string;
        readonly expired: string;
      };
      readonly providerName: string;
      readonly providerNode: string;
      readonly size: string;
      readonly duration: string;
      readonly days: Message<{ count: number }>;
      readonly byLightning: string;
      readonly byChain: string;
      readonly until: string;
      readonly orderName: string;
      readonly channel: string;
      readonly wallet: string;
      readonly refundTitle: string;
      readonly refundLightning: string;
      readonly refundChain: Message<{ address: Text; code: Tag }>;
      readonly pay: string;
      readonly payLightning: Message<{ amount: Text }>;
      readonly payChain: Message<{ amount: Text }>;
      readonly littleOut: Message<{ amount: Text }>;
      readonly littleBitcoin: Message<{ amount: Text }>;
      readonly elsewhere: string;
      readonly invoice: Message<{ amount: Text }>;
      readonly address: Message<{ amount: Text }>;
      readonly qrInvoice: string;
      readonly qrAddress: string;
      readonly copyInvoice: string;
      readonly copyAddress: string;
      readonly payFailed: string;
      readonly payRepeated: string;
      readonly troubles: {
        readonly unanswered: string;
        readonly bad_answer: string;
        readonly refused: string;
        readonly changed: string;
        readonly not_connected: string;
      };
      readonly asked: Message<{ time: Text }>;
    };
    readonly advice: {
      readonly title: string;
      readonly none: string;
      readonly notCovered: string;
      readonly thinCover: Message<{ percent: Text }>;
      readonly noChannels: string;
      readonly lowOutbound: Message<{ percent: Text }>;
      readonly lowInbound: Message<{ percent: Text }>;
      readonly singleChannel: string;
      readonly oneChannel: Message<{ peer: Text; percent: Text }>;
      readonly inactive: Message<{ amount: Text; count: Text }>;
    };
    readonly alarms: {
      readonly title: string;
      readonly none: string;
      readonly open: Message<{ count: Text }>;
      readonly kinds: {
        readonly fee_above_reserve: string;
        readonly payment_stranded: string;
        readonly stranded_payment_ended: string;
        readonly foreign_payment_for_hash: string;
        readonly acknowledged_payment_not_found: string;
        readonly final_state_contradicted: string;
        readonly credit_parked: string;
        readonly receipt_taken_back: string;
        readonly deposit_orphaned: string;
        readonly chain_blocks_unread: string;
        readonly withdrawal_waits: string;
        readonly withdrawal_not_confirmed: string;
        readonly withdrawal_unknown: string;
        readonly withdrawal_replaced: string;
        readonly withdrawal_not_in_books: string;
        readonly bought_channel_late: string;
        readonly closed_account_paid: string;
        readonly statement_not_closed: string;
        readonly owed_sums_differ: string;
        readonly proof_folder_differs: string;
        readonly cursor_event_missing: string;
        readonly node_changed: string;
        readonly preimage_mismatch: string;
        readonly node_balance_too_low: string;
        readonly hot_limit_passed: string;
        readonly books_do_not_balance: string;
        readonly outflow_stopped: string;
        readonly outflow_passed: string;
        readonly lockdown: string;
        readonly job_parked: string;
        readonly backup_failed: string;
        readonly backup_overdue: string;
        readonly payment_not_in_books: string;
        readonly payment_of_others: string;
        readonly node_spent_by_others: string;
        readonly channel_force_closed: string;
        readonly node_not_watched: string;
        readonly invoice_not_in_books: string;
        readonly database_unsafe: string;
        readonly database_gone_back: string;
        readonly payment_lost: string;
        readonly payment_takes_long: string;
        readonly database_refuses_writes: string;
        readonly node_away: string;
        readonly managed_node_ended: string;
        readonly node_chain_stands_still: string;
        readonly node_not_synced: string;
        readonly node_without_peers: string;
        readonly channel_backup_not_kept: string;
        readonly mail_not_leaving: string;
        readonly alarm_not_sent: string;
        readonly push_refused: string;
        readonly backup_missing: string;
        readonly database_outdated: string;
      };
    };
  };
  readonly users: {
    readonly title: string;
    readonly list: {
      readonly heading: string;
      readonly search: string;
      readonly submit: string;
      readonly all: string;
      readonly looked: Message<{ count: Text }>;
      readonly none: string;
      readonly caption: string;
      readonly email: string;
      readonly name: string;
      readonly since: string;
      readonly role: string;
      readonly state: string;
      readonly balance: string;
      readonly held: string;
      readonly lastSeen: string;
    };
    readonly roles: {
      readonly admin: string;
      readonly user: string;
    };
    readonly states: {
      readonly active: string;
      readonly switchedOff: string;
      readonly closed: string;
      readonly resetAsked: string;
    };
    readonly inviting: {
      readonly heading: string;
      readonly byMail: string;
      readonly byHand: string;
      readonly role: string;
      readonly userHint: string;
      readonly adminHint: string;
      readonly submit: string;
      readonly done: string;
      readonly refusals: {
        readonly bad_email: string;
        readonly email_taken: string;
        readonly sign_up_closed: string;
      };
    };
    readonly invitations: {
      readonly heading: string;
      readonly caption: string;
      readonly anyone: string;
      readonly withdraw: string;
      readonly withdrawn: string;
      readonly columns: {
        readonly for: string;
        readonly role: string;
        readonly until: string;
        readonly action: string;
        readonly state: string;
      };
      readonly past: {
        readonly heading: string;
        readonly text: string;
        readonly ends: {
          readonly used: string;
          readonly withdrawn: string;
          readonly expired: string;
        };
      };
    };
    readonly link: {
      readonly mailed: Message<{ email: Text }>;
      readonly refused: Message<{ email: Text }>;
      readonly serverSaid: Message<{ answer: Text }>;
      readonly delayed: Message<{ date: Text; email: Text }>;
      readonly byHand: Message<{ email: Text }>;
      readonly byHandToAnyone: string;
      readonly label: string;
      readonly expires: Message<{ date: Text }>;
      readonly back: string;
    };
    readonly one: {
      readonly name: string;
      readonly identifier: string;
      readonly address: string;
      readonly role: string;
      readonly state: string;
      readonly since: string;
      readonly newPassword: string;
      readonly switchOff: string;
      readonly switchOn: string;
      readonly all: string;
    };
    readonly wallet: {
      readonly heading: string;
      readonly above: Message<{ amount: Text }>;
      readonly sent: Message<{ limit: Text; used: Text }>;
    };
    readonly limits: {
      readonly title: string;
      readonly heading: Message<{ email: Text }>;
      readonly text: string;
      readonly maxBalance: {
        readonly legend: string;
        readonly hint: string;
      };
      readonly maxSendDay: {
        readonly legend: string;
        readonly hint: string;
      };
      readonly choices: {
        readonly default: Message<{ limit: Text }>;
        readonly own: string;
        readonly none: string;
      };
      readonly noLimit: string;
      readonly amount: string;
      readonly badAmount: Message<{ most: Text }>;
      readonly notChosen: string;
      readonly failed: string;
      readonly changed: string;
      readonly submit: string;
      readonly done: Message<{ email: Text }>;
    };
    readonly access: {
      readonly kept: string;
      readonly newest: Message<{ count: Text }>;
      readonly asks: {
        readonly above: Message<{ amount: Text }>;
        readonly always: string;
      };
      readonly cannotSpend: string;
      readonly never: string;
      readonly ended: string;
      readonly sessions: {
        readonly heading: string;
        readonly none: string;
        readonly columns: {
          readonly browser: string;
          readonly since: string;
          readonly lastSeen: string;
        };
      };
      readonly apps: {
        readonly heading: string;
        readonly none: string;
        readonly oauth: string;
        readonly notUsed: string;
        readonly columns: {
          readonly name: string;
          readonly kind: string;
          readonly limit: string;
          readonly lastUsed: string;
          readonly ends: string;
        };
      };
      readonly tokens: {
        readonly heading: string;
        readonly none: string;
        readonly columns: {
          readonly name: string;
          readonly limit: string;
          readonly created: string;
          readonly ends: string;
        };
      };
      readonly endpoints: {
        readonly heading: string;
        readonly none: string;
        readonly columns: {
          readonly host: string;
          readonly state: string;
          readonly when: string;
        };
        readonly states: {
          readonly off: string;
          readonly given_up: string;
          readonly failing: string;
          readonly delivering: string;
          readonly unused: string;
        };
      };
    };
    readonly switchingOff: {
      readonly title: string;
      readonly heading: Message<{ email: Text }>;
      readonly text: string;
      readonly submit: string;
      readonly done: Message<{ email: Text }>;
    };
    readonly signingOut: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: Message<{ email: Text }>;
    };
    readonly disconnecting: {
      readonly title: string;
      readonly text: string;
      readonly name: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly switchedOn: Message<{ email: Text }>;
    readonly newPassword: {
      readonly title: string;
      readonly heading: Message<{ email: Text }>;
      readonly text: string;
      readonly also: string;
      readonly removeSecondFactor: string;
      readonly removeSecondFactorHint: string;
      readonly submit: string;
    };
  };
  readonly operateLists: {
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
        readonly address: string;
        readonly amount: string;
        readonly held: string;
      };
      readonly kinds: {
        readonly bolt11: string;
        readonly keysend: string;
        readonly onchain: string;
      };
      readonly states: {
        readonly reserved: string;
        readonly dispatching: string;
        readonly in_flight: string;
        readonly unknown: string;
        readonly signed: string;
        readonly broadcast: string;
        readonly settled: string;
        readonly failed: string;
      };
      readonly acknowledged: string;
      readonly notFound: Message<{ time: Text }>;
      readonly mayBeSent: string;
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
      readonly nextCheck: string;
      readonly lateCheck: Message<{ time: Text }>;
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
        readonly outgrown: {
          readonly lead: string;
          readonly caption: string;
          readonly setting: string;
          readonly value: string;
          readonly advised: string;
          readonly hint: string;
        };
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
      readonly everyDay: Message<{ time: Text }>;
      readonly everyAt: Message<{ interval: Text; time: Text }>;
      readonly fixed: Message<{ setting: Text }>;
      readonly next: string;
      readonly progress: string;
      readonly progresses: {
        readonly running: string;
        readonly waiting: string;
      };
      readonly keep: string;
      readonly keepNewest: Message<{ count: number }>;
      readonly folder: string;
      readonly dataFolder: string;
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
      readonly unscheduled: string;
      readonly sameDisk: string;
      readonly folderSetting: string;
      readonly notSealed: string;
      readonly keySetting: string;
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
  readonly safety: {
    readonly title: string;
    readonly lead: string;
    readonly on: string;
    readonly observe: string;
    readonly off: string;
    readonly none: string;
    readonly stopped: string;
    readonly since: Message<{ time: Text }>;
    readonly lift: string;
    readonly extra: Message<{ amount: Text; time: Text }>;
    readonly passed: Message<{ limit: Text; time: Text }>;
    readonly limits: {
      readonly hourSat: string;
      readonly daySat: string;
      readonly netDaySat: string;
      readonly singleSat: string;
      readonly countHour: string;
    };
    readonly proposed: {
      readonly title: string;
      readonly text: string;
      readonly use: string;
    };
    readonly picture: {
      readonly title: string;
      readonly nothing: string;
      readonly sent: string;
      readonly received: string;
      readonly mark: Message<{ limit: Text }>;
      readonly said: Message<{ most: Text; received: Text; sent: Text }>;
      readonly table: string;
      readonly caption: string;
      readonly until: string;
    };
    readonly used: {
      readonly title: string;
      readonly limit: string;
      readonly soFar: string;
      readonly counts: string;
      readonly of: Message<{ limit: Text; used: Text }>;
      readonly each: Message<{ limit: Text }>;
      readonly share: Message<{ share: Text }>;
      readonly nearly: string;
      readonly all: string;
      readonly byOperators: string;
      readonly bySettings: string;
      readonly settingsSay: Message<{ limit: Text }>;
      readonly operatorsSay: Message<{ limit: Text }>;
    };
    readonly senders: {
      readonly title: string;
      readonly lead: string;
      readonly none: string;
      readonly spenders: {
        readonly web: string;
        readonly operator: string;
      };
      readonly sent: Message<{ amount: Text; count: number }>;
      readonly since: Message<{ time: Text }>;
      readonly disconnect: string;
      readonly disabled: string;
      readonly nothingNew: string;
      readonly isNew: string;
      readonly times: Message<{ count: number }>;
      readonly signs: {
        readonly sign_in: string;
        readonly token: string;
        readonly app: string;
        readonly connection: string;
        readonly device: string;
        readonly limit_raised: string;
        readonly budget_raised: string;
        readonly email: string;
        readonly password: string;
        readonly passkey: string;
        readonly second_factor_removed: string;
      };
    };
    readonly change: {
      readonly title: string;
      readonly text: string;
      readonly hints: {
        readonly hourSat: string;
        readonly daySat: string;
        readonly netDaySat: string;
        readonly singleSat: string;
        readonly countHour: string;
      };
      readonly setting: Message<{ limit: Text }>;
      readonly aboveSetting: Message<{ limit: Text }>;
      readonly notNumber: Message<{ most: Text }>;
      readonly failed: string;
      readonly outdated: string;
      readonly unchanged: string;
      readonly submit: string;
      readonly done: string;
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
    readonly failWithdrawal: {
      readonly title: string;
      readonly text: string;
      readonly gone: string;
      readonly wallet: string;
      readonly nothing: string;
      readonly nothingText: Message<{ height: Text }>;
      readonly waits: string;
      readonly found: string;
      readonly foundText: string;
      readonly notAsked: string;
      readonly choose: string;
      readonly submit: string;
      readonly done: string;
      readonly refused: Message<{ why: Text }>;
    };
    readonly foundWithdrawal: {
      readonly title: string;
      readonly text: string;
      readonly gone: string;
      readonly transaction: string;
      readonly block: string;
      readonly noBlock: string;
      readonly submit: string;
      readonly done: string;
      readonly refused: Message<{ why: Text }>;
    };
    readonly bumpWithdrawal: {
      readonly title: string;
      readonly text: string;
      readonly cannot: string;
      readonly pays: string;
      readonly paysText: Message<{ fee: Text; rate: Text }>;
      readonly comesBack: string;
      readonly rate: string;
      readonly rateHint: string;
      readonly most: string;
      readonly mostHint: string;
      readonly wrong: string;
      readonly submit: string;
      readonly done: Message<{ fee: Text }>;
      readonly refused: Message<{ why: Text }>;
    };
    readonly assign: {
      readonly title: string;
      readonly text: Message<{ amount: Text }>;
      readonly user: string;
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
      readonly usualReason: string;
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
    readonly allowOutflow: {
      readonly title: string;
      readonly text: string;
      readonly gone: string;
      readonly submit: string;
      readonly done: string;
      readonly noReason: string;
      readonly why: string;
      readonly whyHint: string;
      readonly beyond: string;
      readonly beyondHint: string;
      readonly wrongAmount: string;
      readonly hour: string;
      readonly day: string;
      readonly sender: string;
    };
    readonly lockdown: {
      readonly title: string;
      readonly text: string;
      readonly payments: string;
      readonly sessions: string;
      readonly apps: string;
      readonly changes: string;
      readonly after: string;
      readonly again: string;
      readonly why: string;
      readonly whyHint: string;
      readonly usualReason: string;
      readonly submit: string;
      readonly done: string;
      readonly noReason: string;
    };
    readonly liftLockdown: {
      readonly title: string;
      readonly text: string;
      readonly gone: string;
      readonly since: string;
      readonly by: string;
      readonly command: string;
      readonly why: string;
      readonly legend: string;
      readonly parts: {
        readonly payments: string;
        readonly apps: string;
        readonly changes: string;
      };
      readonly hints: {
        readonly payments: string;
        readonly apps: Message<{ apps: Text; connections: Text; tokens: Text }>;
        readonly changes: Message<{ links: Text }>;
      };
      readonly sessions: Message<{ count: Text }>;
      readonly submit: string;
      readonly done: Message<{ parts: Text }>;
      readonly nothing: string;
      readonly changed: string;
    };
    readonly check: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly backup: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly backupSchedule: {
      readonly title: string;
      readonly text: string;
      readonly every: string;
      readonly never: string;
      readonly hours: Message<{ count: number }>;
      readonly day: string;
      readonly at: string;
      readonly atHint: Message<{ now: Text }>;
      readonly keep: string;
      readonly keepHint: string;
      readonly submit: string;
      readonly done: string;
      readonly fixed: string;
      readonly wrong: {
        readonly every: string;
        readonly at: string;
        readonly keep: string;
      };
    };
    readonly nodeAddress: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
      readonly done: string;
    };
    readonly openChannel: {
      readonly title: string;
      readonly text: string;
      readonly there: string;
      readonly coming: string;
      readonly needed: string;
      readonly noMoney: Message<{ link: Tag }>;
      readonly peer: string;
      readonly peerHint: string;
      readonly amount: string;
      readonly amountHint: Message<{ least: Text; most: Text }>;
      readonly rate: string;
      readonly rateHint: string;
      readonly next: string;
      readonly wrong: {
        readonly peer: string;
        readonly amount: string;
        readonly amountLow: Message<{ least: Text }>;
        readonly amountHigh: Message<{ most: Text }>;
        readonly rate: Message<{ most: Text }>;
      };
      readonly review: {
        readonly title: string;
        readonly text: string;
        readonly peer: string;
        readonly address: string;
        readonly connected: string;
        readonly amount: string;
        readonly fee: string;
        readonly feeByNode: string;
        readonly feeAbout: Message<{ amount: Text }>;
        readonly left: string;
        readonly lessFee: string;
        readonly kept: Message<{ amount: Text }>;
        readonly ready: string;
        readonly readyText: string;
        readonly direction: string;
        readonly another: string;
        readonly submit: string;
        readonly change: string;
      };
      readonly done: string;
      readonly refused: Message<{ why: Text }>;
      readonly repeated: string;
      readonly unknown: string;
    };
    readonly closeChannel: {
      readonly title: string;
      readonly text: string;
      readonly away: string;
      readonly peer: string;
      readonly ours: string;
      readonly theirs: string;
      readonly fee: string;
      readonly feeText: Message<{ busy: Text; quiet: Text }>;
      readonly when: string;
      readonly whenText: string;
      readonly uncovered: Message<{ left: Text; owed: Text }>;
      readonly last: string;
      readonly gone: string;
      readonly submit: string;
      readonly done: string;
      readonly refused: Message<{ why: Text }>;
      readonly unknown: string;
    };
    readonly buyChannel: {
      readonly title: string;
      readonly text: string;
      readonly provider: string;
      readonly providerHint: string;
      readonly size: string;
      readonly sizeHint: string;
      readonly months: string;
      readonly monthsHint: string;
      readonly monthCount: Message<{ count: number }>;
      readonly next: string;
      readonly wrong: {
        readonly size: string;
        readonly bad_link: string;
        readonly private_host: string;
        readonly not_https: string;
        readonly port: string;
        readonly onion: string;
      };
      readonly placed: string;
      readonly repeated: string;
      readonly refused: {
        readonly no_node: string;
        readonly not_connected: Message<{ why: Text }>;
        readonly size: Message<{ least: Text; most: Text }>;
        readonly duration: Message<{ days: number }>;
        readonly needs_money: string;
        readonly unanswered: {
          readonly blocked: string;
          readonly unknown_host: string;
          readonly no_connection: string;
          readonly timeout: string;
          readonly too_large: string;
          readonly redirect: string;
        };
        readonly bad_answer: Message<{ field: Text }>;
        readonly says: Message<{ message: Text }>;
        readonly provider: {
          readonly invalid_params: string;
          readonly client_rejected: string;
          readonly option_mismatch: string;
          readonly not_found: string;
          readonly other: string;
        };
        readonly offer: {
          readonly other_channel: string;
          readonly not_announced: string;
          readonly not_new: string;
          readonly no_way: string;
          readonly price: string;
          readonly invoice: string;
          readonly invoice_amount: string;
          readonly invoice_network: string;
          readonly address: string;
          readonly address_of_ours: string;
          readonly refund_address: string;
          readonly too_late: string;
          readonly repeated: string;
        };
      };
    };
    readonly payChannel: {
      readonly title: string;
      readonly text: string;
      readonly amount: string;
      readonly fee: string;
      readonly atMost: Message<{ amount: Text }>;
      readonly miners: string;
      readonly minersByNode: string;
      readonly submit: Message<{ amount: Text }>;
      readonly done: string;
      readonly refused: {
        readonly over: string;
        readonly too_late: string;
        readonly repeated: string;
        readonly changed: string;
        readonly not_expected: string;
        readonly stopped: Message<{ why: Text }>;
        readonly of_users: Message<{ free: Text }>;
        readonly not_connected: Message<{ why: Text }>;
        readonly node: Message<{ why: Text }>;
        readonly reasons: {
          readonly no_route: string;
          readonly timeout: string;
          readonly insufficient_liquidity: string;
          readonly incorrect_details: string;
          readonly cancelled: string;
          readonly other: string;
        };
        readonly provider: string;
      };
      readonly unknown: string;
    };
    readonly channelBackup: {
      readonly title: string;
      readonly text: string;
      readonly submit: string;
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
        readonly withdrawal_fail: string;
        readonly withdrawal_found: string;
        readonly withdrawal_bump: string;
        readonly unclaimed_assign: string;
        readonly job_retry: string;
        readonly alarm_acknowledge: string;
        readonly outside_stop: string;
        readonly outside_allow: string;
        readonly outflow_limit: string;
        readonly outflow_allow: string;
        readonly lockdown: string;
        readonly lockdown_lift: string;
        readonly books_check: string;
        readonly backup_now: string;
        readonly backup_schedule: string;
        readonly node_release: string;
        readonly channel_open: string;
        readonly channel_close: string;
        readonly channel_order: string;
        readonly channel_order_pay: string;
        readonly first_steps_hide: string;
        readonly first_steps_show: string;
        readonly user_add: string;
        readonly user_disable: string;
        readonly user_enable: string;
        readonly user_sign_out: string;
        readonly user_disconnect: string;
        readonly user_limits: string;
        readonly user_reset_password: string;
        readonly user_remove_second_factor: string;
        readonly user_set_password: string;
        readonly user_invite: string;
        readonly invitation_withdraw: string;
        readonly node_address: string;
        readonly node_rescan: string;
        readonly node_rotate: string;
        readonly channel_backup: string;
      };
      readonly facts: {
        readonly user: string;
        readonly amountSat: string;
        readonly state: string;
        readonly note: string;
        readonly parts: string;
        readonly why: string;
        readonly alarm: string;
        readonly job: string;
        readonly findings: string;
        readonly channel: string;
        readonly txid: string;
        readonly satPerVbyte: string;
        readonly role: string;
        readonly maxBalance: string;
        readonly maxSendDay: string;
        readonly schedule: string;
        readonly keep: string;
        readonly address: string;
        readonly walletSat: string;
        readonly hourSat: string;
        readonly daySat: string;
        readonly netDaySat: string;
        readonly singleSat: string;
        readonly countHour: string;
        readonly beyondSat: string;
        readonly spender: string;
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
    readonly deposit_orphaned: string;
    readonly chain_blocks_unread: string;
    readonly withdrawal_waits: string;
    readonly withdrawal_not_confirmed: string;
    readonly withdrawal_unknown: string;
    readonly withdrawal_replaced: string;
    readonly withdrawal_not_in_books: string;
    readonly bought_channel_late: string;
    readonly closed_account_paid: string;
    readonly statement_not_closed: string;
    readonly owed_sums_differ: string;
    readonly proof_folder_differs: string;
    readonly cursor_event_missing: string;
    readonly node_changed: string;
    readonly preimage_mismatch: string;
    readonly node_balance_too_low: string;
    readonly hot_limit_passed: string;
    readonly books_do_not_balance: string;
    readonly outflow_stopped: string;
    readonly outflow_passed: string;
    readonly lockdown: string;
    readonly job_parked: string;
    readonly payment_not_in_books: string;
    readonly payment_of_others: string;
    readonly node_spent_by_others: string;
    readonly channel_force_closed: string;
    readonly node_not_watched: string;
    readonly invoice_not_in_books: string;
    readonly database_unsafe: string;
    readonly database_gone_back: string;
    readonly payment_lost: string;
    readonly backup_failed: string;
    readonly backup_overdue: string;
    readonly payment_takes_long: string;
    readonly database_refuses_writes: string;
    readonly node_away: string;
    readonly managed_node_ended: string;
    readonly node_chain_stands_still: string;
    readonly node_not_synced: string;
    readonly node_without_peers: string;
    readonly channel_backup_not_kept: string;
    readonly mail_not_leaving: string;
    readonly alarm_not_sent: string;
    readonly push_refused: string;
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
