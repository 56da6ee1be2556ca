import type { BackupProof } from '../../../../backups/backup-run-store.ts';
import type { SettingSource } from '../../../../base/setting.ts';
import type { PaymentState } from '../../../../ledger/payment-state.ts';
import type { OpenPaymentFilter } from '../../../../payments/stranded-store.ts';
import { type Html, html } from '../../../pages/html.ts';

/** Lists for admins. */
export const oversight = {
  titles: {
    alarms: 'Alarms',
    payments: 'Payments',
    unclaimed: 'Unclaimed money',
    deliveries: 'Webhooks',
    jobs: 'Jobs',
    books: 'Books',
    settings: 'Settings',
  },
  pages: 'Pages of the list',
  firstPage: 'First page',
  nextPage: 'Next page',
  search: 'Search',
  show: 'Show',
  showAll: 'Show all',
  alarms: {
    lead: 'What needs your attention, newest first, each with what to do.',
    views: 'Which alarms',
    open: 'Open',
    earlier: 'Acknowledged',
    kind: 'Kind',
    allKinds: 'All kinds',
    whatToDo: 'What to do:',
    repeated: (count: string, first: Html, last: Html): Html =>
      html`${count} times, first ${first}, last ${last}`,
    none: { title: 'No open alarms', text: 'Nothing needs your attention.' },
    noneEarlier: {
      title: 'No acknowledged alarms',
      text: 'Alarms stand here once someone has acknowledged them.',
    },
    noneOfKind: 'There are none of this kind here.',
  },
  payments: {
    lead: 'Payments whose outcome is not known yet. Their money is held until it is.',
    held: (amount: string) => `${amount} held for them in all.`,
    views: 'Which payments',
    filters: {
      all: 'All open',
      unknown: 'Unknown',
      stranded: 'Stranded',
    } satisfies Readonly<Record<OpenPaymentFilter, string>>,
    searchHint: 'A whole payment hash, or the identifier of a payment or a user.',
    none: {
      title: 'No such payment is on its way',
      text: 'Payments stand here from the moment they are sent until their outcome is known.',
    },
    noneFound: {
      title: 'No open payment matches',
      text: 'It may have ended. Enter the whole hash or identifier.',
    },
    caption: 'Open payments, oldest first',
    columns: {
      since: 'Since',
      state: 'State',
      user: 'User',
      payment: 'Payment',
      hash: 'Payment hash',
      amount: 'Amount',
      held: 'Held',
    },
    kinds: { bolt11: 'Invoice', keysend: 'Keysend' },
    states: {
      reserved: 'Not sent yet',
      dispatching: 'Being handed to the node',
      in_flight: 'In flight',
      unknown: 'Unknown',
      settled: 'Paid',
      failed: 'Failed',
    } satisfies Readonly<Record<PaymentState, string>>,
    acknowledged: 'The node has it.',
    notFound: (time: Html): Html =>
      html`The node did not know it on ${time}. A second look decides.`,
    stranded: (time: Html, minutes: string): Html => html`It hangs in the node: all looks since
      ${time} found the same. By then its channels’ peers had been away for ${minutes} minutes.`,
    strandedHelp:
      'A stranded payment may be ended once the proof is complete. The page that ends it ' +
      'asks the node again, and says what the proof still lacks.',
  },
  unclaimed: {
    lead: 'Money that arrived and belongs to no wallet yet, oldest first.',
    none: {
      title: 'Nothing is unclaimed',
      text: 'Everything that arrived has been credited to someone.',
    },
    howTo: 'When you know whose money it is, give it to them. The whole amount goes, for good.',
    id: 'ID',
    reason: 'Reason',
    hash: 'Payment hash',
    event: 'What the node reported',
  },
  deliveries: {
    lead: 'How deliveries to the receivers of all users are going.',
    backlog: 'Waiting',
    waiting: 'Deliveries waiting',
    moreThan: (count: string) => `More than ${count}`,
    oldest: 'Longest due since',
    noneDue: 'None is due',
    none: {
      title: 'No receiver is failing',
      text: 'Every receiver that is switched on took its last delivery.',
    },
    failing: 'Failing, by host',
    failingText:
      'These hosts did not take their last deliveries. We keep trying. When many fail at once, ' +
      'check the network of this service first.',
    firstOnly: (count: string) => `Only the ${count} that have failed longest are counted.`,
    columns: {
      host: 'Host',
      endpoints: 'Receivers',
      failures: 'Failures in a row',
      since: 'Since',
    },
  },
  jobs: {
    lead: 'Work in the background that no one waits for.',
    views: 'Which jobs',
    onTime: 'All jobs run on time.',
    late: (minutes: string) =>
      `The oldest job has been due for ${minutes} minutes. Check that a worker is running.`,
    parked: 'Parked',
    waiting: 'Waiting',
    noneParked: { title: 'No job is parked', text: 'No job has failed too often.' },
    noneWaiting: { title: 'No job is waiting', text: 'There is nothing to do at the moment.' },
    parkedHelp:
      'These jobs failed too often and do not run again by themselves. Remove the cause that the ' +
      'error names, then try them again.',
    caption: 'Jobs, oldest first',
    columns: { id: 'ID', kind: 'Kind', when: 'When', tries: 'Tries', error: 'Last error' },
    tries: (count: string, most: string) => `${count} of ${most}`,
    parkedAt: (time: Html): Html => html`Parked ${time}`,
    running: 'Running',
  },
  books: {
    lead: 'Whether every amount can be traced, and how large the database is.',
    check: 'Last check',
    never:
      'The books have not been checked yet. The service does it by itself, or when you ask for it.',
    state: 'Result',
    balance: 'The books balance',
    differ: (count: string) => `They do not balance: ${count} findings`,
    checkedAt: 'Checked',
    transfers: 'Transfers',
    again: 'The service checks them by itself, and when you ask for it.',
    stopped:
      'Payments over the node are stopped until the books balance again. Keep a backup of this ' +
      'state before you change anything. Then check them again.',
    findings: {
      title: 'Findings',
      caption: 'What the last check found',
      rule: 'Rule',
      subject: 'About',
      detail: 'Detail',
    },
    sizes: {
      title: 'Database',
      all: (size: Html): Html => html`${size} in all, with indexes.`,
      caption: 'Tables, largest first',
      table: 'Table',
      rows: 'Rows, estimated',
      size: 'Size',
    },
  },
  backups: {
    title: 'Backups',
    state: 'State',
    onTime: 'On time',
    late: 'Too old',
    failed: 'Failed',
    none: 'None yet',
    schedule: 'Schedule',
    noSchedule: 'No schedule',
    every: (interval: string) => `Every ${interval}`,
    newest: 'Newest',
    age: 'Age',
    size: 'Size',
    verified: 'Verified',
    proofs: {
      restored: 'By restoring a copy',
      restored_with_findings: 'By restoring a copy. Its books have the findings of the live ones',
      checksums: 'By its checksums',
    } satisfies Readonly<Record<BackupProof, string>>,
    encrypted: 'Encrypted',
    yes: 'Yes',
    no: 'No',
    lastFailure: 'The last run failed',
    howTo:
      'Set how many seconds lie between two backups, and start the service again. Backups that ' +
      'you make with the command are not seen here. Every six hours is:',
    settings: 'Setting',
    caption: 'The last runs, newest first',
    ended: 'Ended',
    result: 'Result',
    file: 'File',
  },
  settings: {
    lead: 'Every setting, as this process has read it at its start.',
    secrets:
      'Secrets are never shown. Of addresses that may hold a password or a key, only the host is.',
    none: { title: 'No setting matches', text: 'Search for a part of its name or description.' },
    caption: 'Settings',
    columns: { name: 'Setting', value: 'Value', source: 'Comes from' },
    sources: {
      default: 'Default',
      environment: 'Environment',
      file: 'File .env',
    } satisfies Readonly<Record<SettingSource, string>>,
    secret: 'Set, not shown',
    placeOnly: 'Only where it leads to.',
  },
};
