import { readFile, stat } from 'node:fs/promises';
import type { Command } from 'commander';
import { bytesToHex, hexToBytes } from '../../base/hex.ts';
import { stripByteOrderMark } from '../../base/utf8.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { AnsweredNoError, orRefused, RefusedError } from '../../cli/refused.ts';
import { type BindKeyDeps, bindKey, readStatement } from '../bind-key.ts';
import { rootHash, totalMsat } from '../checkpoint.ts';
import { MAX_PROOF_FILE_BYTES } from '../limits.ts';
import { type MakeCheckpointDeps, makeCheckpoint } from '../make-checkpoint.ts';
import { describeProofRefusal } from '../proof-refusals.ts';
import { type VerifiedProof, verifyProof } from '../verify-proof.ts';

type ProofDeps = MakeCheckpointDeps & BindKeyDeps;

export interface ProofCommandDeps {
  /** Reads the secret key, from which the keys of checkpoints are derived. */
  readonly openProof: () => Promise<ProofDeps>;
}

type Kit = CommandKit<ProofCommandDeps>;

export function addProofCommands(program: Command, kit: Kit): void {
  const proof = program
    .command('proof')
    .description('proof of what is owed: that all money of users is counted');
  addCheckpointCommand(proof, kit);
  addKeyCommands(proof, kit);
  addRotateCommand(proof, kit);
  addVerifyCommand(proof);
}

const withProof = <T>(kit: Kit, work: (deps: ProofDeps) => Promise<T>): Promise<T> =>
  kit.open(async (deps) => work(await deps.openProof()));

function addCheckpointCommand(proof: Command, kit: Kit): void {
  proof
    .command('checkpoint')
    .description('publish now what is owed; a running service does so every hour')
    .action(async (_options: unknown, command: Command) => {
      const checkpoint = orRefused(await withProof(kit, (deps) => makeCheckpoint(deps)));
      const answer = {
        epoch: Number(checkpoint.epoch),
        root: bytesToHex(rootHash(checkpoint)),
        total_msat: String(totalMsat(checkpoint)),
      };
      printAnswer(command, answer, [
        `checkpoint ${answer.epoch}: ${answer.total_msat} msat are owed, root ${answer.root}`,
      ]);
    });
}

function addKeyCommands(proof: Command, kit: Kit): void {
  proof
    .command('key')
    .description('the text that your Lightning node signs once, so that people can trust the key')
    .option('--next', 'for the key that comes after `proof rotate`')
    .action(async ({ next }: { readonly next?: true }, command: Command) => {
      const which = next === true ? 'next' : 'present';
      const { node, text } = orRefused(await withProof(kit, (deps) => readStatement(deps, which)));
      printAnswer(command, { node, text }, [
        `sign it at the node ${node}: lncli signmessage "${text}"`,
        'then: satchel proof bind SIGNATURE',
      ]);
    });
  proof
    .command('bind <signature>')
    .description("store the node's signature of the key, which is then shown on /proof")
    .action(async (signature: string, _options: unknown, command: Command) => {
      const { node } = orRefused(await withProof(kit, (deps) => bindKey(deps, signature)));
      printAnswer(command, { bound: true, node }, [`the key is that of the node ${node}`]);
    });
}

function addRotateCommand(proof: Command, kit: Kit): void {
  proof
    .command('rotate')
    .description('publish a checkpoint with a new key, which the present key signs')
    .action(async (_options: unknown, command: Command) => {
      const inputs = { changesKey: true };
      const made = orRefused(await withProof(kit, (deps) => makeCheckpoint(deps, inputs)));
      const answer = { epoch: Number(made.epoch), key: bytesToHex(made.key) };
      printAnswer(command, answer, [
        `from checkpoint ${answer.epoch} on, the key is ${answer.key}`,
        'let your node sign it, unless it has: satchel proof key',
      ]);
    });
}

interface VerifyOptions {
  readonly key?: string;
  readonly identifier?: string;
}

function addVerifyCommand(proof: Command): void {
  proof
    .command('verify <checkpoint-file> [mine-file]')
    .description('check files of /proof and /proof/mine; needs neither service nor database')
    .option('--key <hex>', 'the key that you know; without it, any key will do')
    .option('--identifier <text>', 'whom the second file must be about')
    .action(
      async (
        checkpointFile: string,
        mineFile: string | undefined,
        { key: keyHex, identifier }: VerifyOptions,
        command: Command,
      ) => {
        const key = keyHex === undefined ? null : hexToBytes(keyHex, 32);
        if (keyHex !== undefined && key === null) throw new RefusedError('a key has 64 hex digits');
        const verified = verifyProof({
          checkpoint: await readProofFile(checkpointFile),
          mine: mineFile === undefined ? null : await readProofFile(mineFile),
          key,
          identifier: identifier ?? null,
        });
        if (!verified.ok) {
          const reason = describeProofRefusal(verified.refusal);
          printAnswer(command, { ok: false, kind: verified.refusal.kind, reason }, []);
          throw new AnsweredNoError(`it does not hold: ${reason}`);
        }
        printVerified(command, verified.value, key !== null);
      },
    );
}

async function readProofFile(path: string): Promise<string> {
  try {
    if ((await stat(path)).size > MAX_PROOF_FILE_BYTES) throw new RefusedError('it is too large');
    return stripByteOrderMark(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new RefusedError(`the file ${path} cannot be read`, { cause });
  }
}

function printVerified(command: Command, verified: VerifiedProof, isKeyChecked: boolean): void {
  const { published, mine, isBound } = verified;
  const { checkpoint } = published;
  const answer = {
    ok: true,
    epoch: Number(checkpoint.epoch),
    total_msat: String(totalMsat(checkpoint)),
    ...(mine === null ? {} : { identifier: mine.identifier, mine_msat: String(mine.msat) }),
    key: bytesToHex(checkpoint.key),
    key_checked: isKeyChecked,
    key_signed_by_node: isBound ? checkpoint.node : null,
  };
  printAnswer(command, answer, [
    `checkpoint ${answer.epoch} holds: ${answer.total_msat} msat were owed in all`,
    ...(mine === null ? [] : [`${mine.identifier} is counted in it with ${answer.mine_msat} msat`]),
    isBound ? `the node ${checkpoint.node} has signed the key` : 'no node has signed the key',
    ...(isKeyChecked ? [] : [`the key is not checked: compare ${answer.key} with one you trust`]),
  ]);
}
