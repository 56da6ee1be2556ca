import { type Command, InvalidArgumentError } from 'commander';
import { printAnswer } from '../../cli/print.ts';
import { parseSat } from './parse-sat.ts';
import { askNetwork, type SimKit } from './sim-control.ts';

/**
 * Adds commands that mine blocks on the chain of the simulated network, and that let outsiders pay
 * on it.
 */
export function addSimChainCommands(sim: Command, kit: SimKit): void {
  addMineCommand(sim, kit);
  addReorgCommand(sim, kit);
  const onchain = sim.command('onchain').description('payments on chain, from an outside wallet');
  addOnchainPayCommand(onchain, kit);
  addOnchainReplaceCommand(onchain, kit);
}

function addMineCommand(sim: Command, kit: SimKit): void {
  sim
    .command('mine')
    .description('mine blocks now; one comes every ten minutes by itself')
    .argument('[blocks]', 'how many', parseCount, 1)
    .action(async (blocks: number, _options: unknown, command: Command) => {
      printHeight(command, await askNetwork(kit, (control) => control.mine(blocks)));
    });
}

interface ReorgOptions {
  readonly blocks?: number;
  readonly replace?: readonly string[];
}

function addReorgCommand(sim: Command, kit: SimKit): void {
  sim
    .command('reorg')
    .description('replace the newest blocks: what they held waits for the next block again')
    .argument('<depth>', 'how many blocks are left out', parseCount)
    .option('--blocks <n>', 'how many come in their place (default: one more)', parseCount)
    .option('--replace <txids...>', 'spend the first input of these otherwise, in the new blocks')
    .addHelpText('after', REORG_HELP)
    .action(async (depth: number, { blocks, replace }: ReorgOptions, command: Command) => {
      const order = { depth, newBlocks: blocks, replace };
      printHeight(command, await askNetwork(kit, (control) => control.reorganise(order)));
    });
}

const REORG_HELP = `
After an even depth, the wallets of LND keep what the lowest block had. So do these: they list a
transaction twice when it is mined again, and hold on to coins that were spent otherwise.`;

function addOnchainPayCommand(onchain: Command, kit: SimKit): void {
  onchain
    .command('pay')
    .description('pay an address; the next block takes the transaction')
    .argument('<address>', 'an address of regtest')
    .argument('<sat>', 'amount in sat', parseSat(1))
    .option('--outputs <n>', 'pay it so many times, in one transaction', parseCount)
    .action(
      async (address: string, amountSat: number, { outputs }: PayOptions, command: Command) => {
        const order = { address, amountSat, outputs };
        printTxid(command, await askNetwork(kit, (control) => control.payOnChain(order)));
      },
    );
}

interface PayOptions {
  readonly outputs?: number;
}

function addOnchainReplaceCommand(onchain: Command, kit: SimKit): void {
  onchain
    .command('replace <txid>')
    .description('spend otherwise what a transaction spends that no block has yet')
    .action(async (txid: string, _options: unknown, command: Command) => {
      printTxid(command, await askNetwork(kit, (control) => control.replaceOnChain(txid)));
    });
}

function printHeight(command: Command, height: number): void {
  printAnswer(command, { block_height: height }, [`block ${height}`]);
}

function printTxid(command: Command, txid: string): void {
  printAnswer(command, { txid }, [txid]);
}

function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 0.');
  return Number(text);
}
