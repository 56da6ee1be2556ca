import type { Message, Text } from '../message.ts';

/** Written by "npm run generate" from `locales/en/proof.json`. */
export interface ProofMessages {
  readonly proof: {
    readonly title: string;
    readonly lead: string;
    readonly leadBefore: string;
    readonly link: string;
    readonly publicLink: string;
    readonly none: {
      readonly title: string;
      readonly text: string;
    };
    readonly stale: Message<{ when: Text }>;
    readonly upToDate: string;
    readonly tooOld: string;
    readonly total: string;
    readonly toUsers: string;
    readonly onItsWay: string;
    readonly unclaimed: string;
    readonly made: string;
    readonly number: string;
    readonly details: string;
    readonly fingerprint: string;
    readonly key: string;
    readonly node: string;
    readonly bound: string;
    readonly notBound: string;
    readonly compare: string;
    readonly checkMine: string;
    readonly signIn: string;
    readonly all: string;
    readonly newKey: string;
    readonly unsignedKey: string;
    readonly gap: Message<{ hours: Text }>;
    readonly older: string;
    readonly shows: {
      readonly title: string;
      readonly sum: string;
      readonly mine: string;
      readonly past: string;
    };
    readonly hides: {
      readonly title: string;
      readonly money: string;
      readonly others: string;
      readonly debts: string;
    };
    readonly said: {
      readonly title: string;
      readonly hint: string;
      readonly holds: string;
      readonly atLeast: Message<{ amount: Text }>;
      readonly announced: string;
      readonly away: string;
    };
    readonly mine: {
      readonly title: string;
      readonly lead: string;
      readonly counted: string;
      readonly moment: Message<{ when: Text }>;
      readonly absent: {
        readonly title: string;
        readonly text: string;
      };
      readonly missing: {
        readonly title: string;
        readonly text: string;
      };
      readonly unchecked: string;
      readonly checking: string;
      readonly impossible: string;
      readonly held: {
        readonly word: string;
        readonly text: string;
        readonly tree: string;
        readonly signature: string;
        readonly first: string;
        readonly same: string;
        readonly rotated: string;
        readonly since: string;
      };
      readonly refused: {
        readonly word: string;
        readonly text: string;
      };
      readonly files: string;
      readonly filesHint: string;
      readonly mineFile: string;
      readonly checkpointFile: string;
      readonly readMine: string;
      readonly readCheckpoint: string;
    };
    readonly reasons: {
      readonly unreadable: string;
      readonly sum_out_of_bounds: string;
      readonly wrong_key: string;
      readonly unsigned_key: string;
      readonly wrong_signature: string;
      readonly wrong_root: string;
      readonly other_epoch: string;
      readonly other_identifier: string;
      readonly part_missing: string;
      readonly part_twice: string;
      readonly wrong_depth: string;
      readonly not_in_tree: string;
      readonly wrong_total: string;
      readonly broken_chain: string;
      readonly older_than_seen: string;
      readonly other_history: string;
      readonly unreachable: string;
    };
  };
}
