import { type Command, InvalidArgumentError, Option } from 'commander';
import { printAnswer } from '../../cli/print.ts';
import { parseWholeSeconds } from '../../cli/whole-seconds.ts';
import { presentSimulatedNode } from '../simulator-protocol/network-protocol.ts';
import { parseSat } from './parse-sat.ts';
import { addSimChainCommands } from './sim-chain.ts';
import { askNetwork, type SimKit } from './sim-control.ts';
import { addSimFaultCommands } from './sim-fault.ts';
import { addSimStartCommands } from './sim-start.ts';

/**
 * Adds commands that play the outside world of the simulated Lightning network, for trials and
 * tests.
 */
export function addSimCommands(program: Command, kit: SimKit): void {
  const sim = program
    .command('sim')
    .description('the simulated Lightning network: its nodes pay, are paid, and misbehave')
    .addHelpText('after', HELP);
  addNodesCommand(sim, kit);
  addInvoiceCommand(sim, kit);
  addPayCommand(sim, kit);
  addKeysendCommand(sim, kit);
  addSimChainCommands(sim, kit);
  addSimFaultCommands(sim, kit);
  addSimStartCommands(sim, kit);
}

const HELP = `
\`satchel start\` runs this network if no LND node is configured; \`sim start\` runs it on its
own. Its nodes are satchel (used by the service), the hubs hub-one and hub-two, and alice, bob and
carol. Carol has only an unannounced channel, so her invoices contain route hints.`;

function addNodesCommand(sim: Command, kit: SimKit): void {
  sim
    .command('nodes')
    .description('list the nodes: keys, addresses, macaroons, balances')
    .action(async (_options: unknown, command: Command) => {
      const nodes = await askNetwork(kit, (control) => control.nodes());
      printAnswer(
        command,
        nodes.map(presentSimulatedNode),
        nodes.map(
          (node) =>
            `${node.name.padEnd(8)} ${node.pubkey}  ${node.restUrl}  ` +
            `local ${node.localSat} sat, remote ${node.remoteSat} sat`,
        ),
      );
    });
}

interface InvoiceOptions {
  readonly amount: number;
  readonly node: string;
  readonly memo?: string;
  readonly expiry?: number;
}

function addInvoiceCommand(sim: Command, kit: SimKit): void {
  sim
    .command('invoice')
    .description('create an invoice on an outside node, for the service to pay')
    .requiredOption('--amount <sat>', 'amount in sat; with 0 the payer chooses it', parseSat(0))
    .option('--node <name>', 'the node that creates the invoice', 'alice')
    .option('--memo <text>', 'description; `fault:KIND` makes its payment misbehave')
    .option('--expiry <seconds>', 'seconds until it expires (default: one day)', parseWholeSeconds)
    .action(async ({ amount, node, memo, expiry }: InvoiceOptions, command: Command) => {
      const order = { amountSat: amount, node, memo, expirySec: expiry };
      const made = await askNetwork(kit, (control) => control.invoice(order));
      const answer = { payment_request: made.paymentRequest, payment_hash: made.paymentHash };
      printAnswer(command, answer, [made.paymentRequest]);
    });
}

interface PayOptions {
  readonly amount?: number;
  readonly from?: string;
}

function addPayCommand(sim: Command, kit: SimKit): void {
  sim
    .command('pay <bolt11>')
    .description('pay an invoice from an outside node, and wait for the outcome')
    .option('--amount <sat>', 'amount in sat, for an invoice without an amount', parseSat(1))
    .option('--from <name>', 'the node that pays (alice, or bob to pay alice)')
    .action(async (bolt11: string, { amount, from }: PayOptions, command: Command) => {
      const order = { bolt11, amountSat: amount, from };
      printPayment(command, await askNetwork(kit, (control) => control.pay(order)));
    });
}

interface KeysendOptions extends PayOptions {
  readonly to: string;
  readonly amount: number;
  readonly records?: Readonly<Record<string, string>>;
  readonly amp?: boolean;
}

function addKeysendCommand(sim: Command, kit: SimKit): void {
  sim
    .command('keysend')
    .description('send a keysend payment from an outside node, and wait for the outcome')
    .requiredOption('--amount <sat>', 'amount in sat', parseSat(1))
    .requiredOption('--to <pubkey>', 'public key of the node that is paid')
    .addOption(
      new Option('--records <json>', 'custom records as JSON, with decimal types').argParser(
        parseRecords,
      ),
    )
    .option('--from <name>', 'the node that pays (alice, or bob to pay alice)')
    .option('--amp', 'send an AMP payment instead, whose preimages the payer chooses')
    .addHelpText('after', KEYSEND_HELP)
    .action(async (options: KeysendOptions, command: Command) => {
      const { to, amount, records, from, amp } = options;
      const order = { to, amountSat: amount, records, from, isAmp: amp };
      printPayment(command, await askNetwork(kit, (control) => control.keysend(order)));
    });
}

const KEYSEND_HELP = `
Record 696969 names the wallet on the node of the service (keysend_custom_value). Record 7629169
holds a boostagram as JSON:

  satchel sim keysend --amount 100 --to PUBKEY --records '{"696969":"WALLET"}'`;

function printPayment(
  command: Command,
  payment: { readonly status: string; readonly preimage: string; readonly feeMsat: string },
): void {
  const { status, preimage, feeMsat } = payment;
  printAnswer(command, { status, preimage, fee_msat: feeMsat }, [
    `${status.toLowerCase()}, preimage ${preimage}, fee ${feeMsat} msat`,
  ]);
}

function parseRecords(text: string): Readonly<Record<string, string>> {
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new InvalidArgumentError('It must be a JSON object of decimal types and texts.');
  }
  const records: Record<string, string> = {};
  for (const [type, record] of Object.entries(value)) {
    if (!/^\d{1,20}$/.test(type) || typeof record !== 'string') {
      throw new InvalidArgumentError('It must have decimal types as keys and texts as values.');
    }
    records[type] = record;
  }
  return records;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
