import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { type Sat, sat } from '../../base/amount.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { formatChannelPoint, parseChannelPoint } from '../../lightning/channel-point.ts';
import type { ChannelPoint } from '../../lightning/node-management.ts';
import { type PeerAddress, parsePeerAddress } from '../../lightning/peer-address.ts';
import type { ChannelBackupFile } from '../../node/keep-channel-backup.ts';
import { type ChangeChannelDeps, closeChannelFor, openChannelFor } from '../change-channel.ts';
import { walletLine } from './print-node.ts';
import {
  type ManagementDeps,
  orMaybeBegun,
  parseCount,
  withManagement,
} from './with-management.ts';

export interface ChannelCommandDeps extends ManagementDeps, Omit<ChangeChannelDeps, 'management'> {
  readonly channelBackupFile: Pick<ChannelBackupFile, 'path' | 'read'>;
}

type Kit = CommandKit<ChannelCommandDeps>;

export function addChannelCommands(node: Command, kit: Kit): void {
  addAddressCommand(node, kit);
  addOpenCommand(node, kit);
  addCloseCommand(node, kit);
  addBackupCommand(node, kit);
}

function addAddressCommand(node: Command, kit: Kit): void {
  node
    .command('address')
    .description('show a new Bitcoin address of the node, to fund its channels with')
    .action(async (_options: unknown, command: Command) => {
      const { address, wallet } = await kit.open((deps) =>
        withManagement(deps, async (management) => ({
          address: await management.newAddress(),
          wallet: await management.walletBalance(),
        })),
      );
      printAnswer(command, { address }, [address, walletLine(wallet)]);
    });
}

interface RateOption {
  readonly satPerVbyte?: bigint;
}

const RATE_OPTION = [
  '--sat-per-vbyte <n>',
  'what the transaction pays for its place in a block (default: the node chooses)',
] as const;

function addOpenCommand(node: Command, kit: Kit): void {
  node
    .command('open-channel <peer>')
    .description('open a channel to PUBKEY@HOST:PORT with money of the wallet of the node')
    .requiredOption('--amount <sat>', 'size of the channel', (text) => sat(parseCount(text)))
    .option(...RATE_OPTION, parseCount)
    .action(async (peer: string, options: RateOption & { amount: Sat }, command: Command) => {
      const { pubkey, host } = parsePeer(peer);
      const order = {
        peerPubkey: pubkey,
        host,
        amountSat: options.amount,
        satPerVbyte: options.satPerVbyte ?? null,
      };
      const opening = await kit.open((deps) =>
        withManagement(deps, (management) =>
          orMaybeBegun(openChannelFor({ ...deps, management }, THE_COMMAND_LINE, order)),
        ),
      );
      if (opening.kind === 'refused') throw new RefusedError(opening.detail);
      const channel = formatChannelPoint(opening.channelPoint);
      printAnswer(command, { channel_point: channel }, [
        `the channel ${channel} opens, and can be used after a few blocks: see \`satchel node\``,
      ]);
    });
}

function addCloseCommand(node: Command, kit: Kit): void {
  node
    .command('close-channel <channel>')
    .description('close the channel TXID:INDEX together with its peer, who must be connected')
    .option(...RATE_OPTION, parseCount)
    .action(async (text: string, options: RateOption, command: Command) => {
      const channelPoint = parseChannel(text);
      const order = { channelPoint, satPerVbyte: options.satPerVbyte ?? null };
      const closing = await kit.open((deps) =>
        withManagement(deps, (management) =>
          orMaybeBegun(closeChannelFor({ ...deps, management }, THE_COMMAND_LINE, order)),
        ),
      );
      if (closing.kind === 'refused') throw new RefusedError(closing.detail);
      printAnswer(command, { closing_txid: closing.closingTxid }, [
        `the channel closes by transaction ${closing.closingTxid}`,
        'What was ours in it comes back to the wallet of the node. Until a block has it, it does',
        'not count as cover of what users have: payments stop if the rest is less than that.',
      ]);
    });
}

function addBackupCommand(node: Command, kit: Kit): void {
  node
    .command('channel-backup [file]')
    .description(
      'write the channel backup of the node as it is now, or say where the newest one is kept',
    )
    .action(async (to: string | undefined, _options: unknown, command: Command) => {
      if (to === undefined) await showKept(kit, command);
      else await writeNew(kit, resolve(to), command);
    });
}

async function showKept(kit: Kit, command: Command): Promise<void> {
  const { path, kept } = await kit.open(async ({ channelBackupFile }) => ({
    path: channelBackupFile.path,
    kept: await channelBackupFile.read(),
  }));
  if (kept === null) throw new RefusedError(`no channel backup is kept yet: there is no ${path}`);
  const keptAt = kept.keptAt.toISOString();
  printAnswer(command, { file: path, kept_at: keptAt, bytes: kept.bytes.length }, [
    `${path} holds the newest channel backup, written ${keptAt}`,
  ]);
}

async function writeNew(kit: Kit, path: string, command: Command): Promise<void> {
  const { channelPoints, bytes } = await kit.open((deps) =>
    withManagement(deps, (management) => management.channelBackup()),
  );
  try {
    await writeFile(path, bytes, { mode: 0o600, flag: 'wx', flush: true });
  } catch (error) {
    const exists = error instanceof Error && 'code' in error && error.code === 'EEXIST';
    throw exists ? new RefusedError(`${path} already exists`) : error;
  }
  printAnswer(command, { file: path, channel_points: channelPoints, bytes: bytes.length }, [
    `${path} holds ${channelPoints.length} channels`,
    'With it and the words of its wallet, the node gets back what it has in them.',
  ]);
}

function parsePeer(text: string): PeerAddress {
  const peer = parsePeerAddress(text);
  if (peer === null) throw new RefusedError(`${text} is not a node, as in PUBKEY@HOST:PORT`);
  return peer;
}

function parseChannel(text: string): ChannelPoint {
  const point = parseChannelPoint(text);
  if (point === null) throw new RefusedError(`${text} is not a channel, as in TXID:INDEX`);
  return point;
}
