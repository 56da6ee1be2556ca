import { type Html, html } from '../../../pages/html.ts';

/** Proof of what is owed: what everyone sees, and what a user sees of their own. */
export const proof = {
  title: 'Proof of what is owed',
  lead:
    'Every hour, this service publishes how much it owes to all of its users together. Each of ' +
    'them can check that their own money is counted in it.',
  link: 'Check that your money is counted',
  publicLink: 'Proof that your money is counted',
  none: {
    title: 'Nothing published yet',
    text:
      'It begins once enough people have had money here, so that the total tells nothing about ' +
      'any of them. From then on it is published every hour.',
  },
  stale: (when: Html): Html =>
    html`The last one is of ${when}. There should be one every hour. Ask the people who run this
      service why there is none.`,
  upToDate: 'Up to date',
  tooOld: 'Too old',
  total: 'Owed in all',
  toUsers: 'To users',
  onItsWay: 'Of it, set aside for payments on their way',
  unclaimed: 'To people who are not known yet',
  made: 'As of',
  number: 'Number',
  details: 'For comparing',
  fingerprint: 'Fingerprint',
  key: 'Key that signed it',
  node: 'Lightning node',
  bound: 'The Lightning node has signed this key:',
  notBound: 'The Lightning node has not signed this key yet.',
  compare: 'Other users must see the same fingerprint under the same number.',
  checkMine: 'Check my money',
  signIn: 'Sign in and check',
  all: 'All that was published',
  newKey: 'It has a new key, which the key before signed.',
  unsignedKey: 'It has a new key, which the key before did not sign.',
  gap: (hours: string) => `Before it, there was none for ${hours} hours.`,
  older: 'Older',
  shows: {
    title: 'What it shows',
    sum: 'The service owes at least this much, and has signed that it does.',
    mine: 'If your money is counted, no one can leave it out later without your browser noticing.',
    past: 'Your past payments are sealed with it. None of them can be changed later.',
  },
  hides: {
    title: 'What it does not show',
    money: 'It does not show that the money is there. No service can prove that by itself.',
    others: 'It does not show that everyone is counted. The more people check, the safer all are.',
    debts: 'It does not show what the people who run this service owe elsewhere.',
  },
  /** What the operator publishes of the node; it is not proven. */
  said: {
    title: 'Said by the operator',
    hint:
      'This part is not proven, only said. Anyone can look up the announced channels of the node ' +
      'by its key above: it cannot hold more in them than their capacity.',
    holds: 'The node holds',
    atLeast: (amount: string) => `${amount} or a little more`,
    announced: 'Capacity of its announced channels',
    away: 'The node does not answer at the moment.',
  },
  mine: {
    title: 'Is my money counted?',
    lead: 'Your browser works it out by itself. No one can see whether you check.',
    counted: 'You are counted with',
    moment: (when: Html): Html => html`That is what you had on ${when}, with what was set aside.`,
    absent: {
      title: 'You are not in it yet',
      text: 'You joined after the last one was made. Come back in an hour.',
    },
    missing: {
      title: 'Your file is not here at the moment',
      text:
        'A backup of this service was restored. Your file comes with the next checkpoint. ' +
        'Come back in an hour.',
    },
    unchecked:
      'This page checks it with a script, which your browser has not run. You can keep both ' +
      'files and check them with a program of your own.',
    checking: 'Checking…',
    impossible:
      'This browser cannot check signatures here. Use a newer one and an address that begins ' +
      'with https, or check the files with a program of your own.',
    held: {
      word: 'It holds.',
      text: 'Your money is counted in what this service says it owes.',
      tree: 'All parts of your money lead to the published sum.',
      signature: 'The service has signed that sum.',
      first: 'This browser remembers it from now on, and compares the next one with it.',
      same: 'It is the one that this browser saw last time.',
      rotated:
        'The service changed its key since your last visit. The key before signed the new ' +
        'one.',
      since: 'All that was published since your last visit follows from what this browser saw.',
    },
    refused: {
      word: 'It does not hold.',
      text:
        'Keep both files below before you do anything else. Then ask the people who run this ' +
        'service, and tell other users.',
    },
    files: 'Files to keep',
    filesHint:
      'With both files, you or someone you trust can check it on another computer. The first ' +
      'one says how much you had: show it to no one else.',
    mineFile: 'My file',
    checkpointFile: 'Published file',
    readMine: 'Look into my file',
    readCheckpoint: 'Look into the published file',
  },
  /** Why it does not hold. */
  reasons: {
    unreadable: 'A file is damaged.',
    sum_out_of_bounds: 'An amount is below zero, or more than all bitcoin.',
    wrong_key: 'It is signed with another key than before.',
    unsigned_key: 'The key changed, and the key before did not sign the new one.',
    wrong_signature: 'The signature is false.',
    wrong_root: 'The published sum does not follow from its parts.',
    other_epoch: 'Your file belongs to another published sum.',
    other_identifier: 'The file is about somebody else.',
    part_missing: 'A part of your money is missing.',
    part_twice: 'A part of your money is counted twice.',
    wrong_depth: 'A part of your money stands at a wrong place.',
    not_in_tree: 'A part of your money does not lead to the published sum.',
    wrong_total: 'The parts do not add up to your money.',
    broken_chain: 'What was published does not follow from what was published before.',
    older_than_seen: 'It is older than what this browser has already seen.',
    other_history:
      'Something else was published when this browser looked last time. The service may have ' +
      'gone back to a backup, or tells different stories.',
    unreachable: 'What was published since your last visit could not be loaded. Try again.',
  },
};
