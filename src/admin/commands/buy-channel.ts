import { type Command, InvalidArgumentError, Option } from 'commander';
import { THE_COMMAND_LINE } from '../../alarms/audited-action.ts';
import { readSat, type Sat, satToNumber } from '../../base/amount.ts';
import { bytesToHex } from '../../base/hex.ts';
import type { OutboundRules } from '../../base/outbound-url.ts';
import { isoTime } from '../../base/wire-time.ts';
import {
  type ChannelOrder,
  PAYMENT_WAYS,
  type PaymentWay,
} from '../../channel-orders/channel-order.ts';
import { routingBound } from '../../channel-orders/pay-order.ts';
import { readProviderUrl } from '../../channel-orders/place-order.ts';
import type { ProviderClient } from '../../channel-orders/provider.ts';
import type { CommandKit } from '../../cli/command-kit.ts';
import { printAnswer } from '../../cli/print.ts';
import { RefusedError } from '../../cli/refused.ts';
import { formatChannelPoint } from '../../lightning/channel-point.ts';
import type { NodeIdentity } from '../../lightning/node-identity.ts';
import type { NodeManagement } from '../../lightning/node-management.ts';
import type { LightningNode } from '../../lightning/node-port.ts';
import type { NodeConnection } from '../../lightning/node-wallet.ts';
import type { PaymentStop } from '../../node/payment-stop.ts';
import type { PaymentStopStore } from '../../node/payment-stop-store.ts';
import { orderChannelOnce, payChannelOrder } from '../buy-channel.ts';
import {
  CHANNEL_MONTHS,
  MONTH_BLOCKS,
  PROPOSED_CHANNEL_MONTHS,
  SHOWN_CHANNEL_ORDERS,
} from '../limits.ts';
import { payRefusalText, placeRefusalText } from './channel-order-texts.ts';
import {
  type ManagementDeps,
  orMaybeBegun,
  parseCount,
  withManagement,
} from './with-management.ts';

type BuyDeps = Parameters<typeof orderChannelOnce>[0] & Parameters<typeof payChannelOrder>[0];

export interface BuyChannelCommandDeps
  extends ManagementDeps,
    Omit<BuyDeps, 'management' | 'provider' | 'node' | 'lightning' | 'shutdown'> {
  readonly connectNode: () => Promise<NodeConnection>;
  /**
   * Asks the node for its identity, and throws if it is not the node that the database belongs to.
   */
  readonly identifyNode: (lightning: LightningNode) => Promise<NodeIdentity>;
  /** Opens what is needed to ask providers of channels. */
  readonly openChannelProvider: () => Promise<OpenProvider>;
  readonly stops: PaymentStopStore;
}

interface OpenProvider {
  readonly provider: ProviderClient & { close(): Promise<void> };
  readonly providerRules: OutboundRules;
}

type Kit = CommandKit<BuyChannelCommandDeps>;

/**
 * Adds commands for buying channels, which a provider opens to our node for a fee. Operators can
 * also buy channels on the page about the node.
 */
export function addBuyChannelCommands(node: Command, kit: Kit): void {
  addBuyCommand(node, kit);
  addPayCommand(node, kit);
  addListCommand(node, kit);
}

interface BuyOptions {
  readonly size: Sat;
  readonly months: string;
}

function addBuyCommand(node: Command, kit: Kit): void {
  node
    .command('buy-channel <provider>')
    .description('ask a provider (LSPS1, by its URL) for an offer: a channel that can receive')
    .requiredOption('--size <sat>', 'what can come in over the channel', parseSize)
    .addOption(
      new Option('--months <n>', 'how long the provider keeps it open at least')
        .choices([...CHANNEL_MONTHS])
        .default(PROPOSED_CHANNEL_MONTHS),
    )
    .action(async (text: string, { size, months }: BuyOptions, command: Command) => {
      const expiryBlocks = Number(months) * MONTH_BLOCKS;
      const order = await kit.open((deps) =>
        withNode(deps, async (opened) => {
          const url = readProviderUrl(text, opened.providerRules);
          if (!url.ok) throw new RefusedError(`${text} cannot be asked: ${URL_WORDS[url.refusal]}`);
          const wanted = { providerUrl: url.value, sizeSat: size, expiryBlocks };
          const formId = bytesToHex(deps.random.bytes(16));
          const placed = await orderChannelOnce(opened, THE_COMMAND_LINE, wanted, formId);
          if (placed === null) throw new RefusedError('the order was made before');
          if (!placed.ok) throw new RefusedError(placeRefusalText(placed.refusal));
          return await findOrder(deps, placed.value.id);
        }),
      );
      printAnswer(command, presentOrder(order), [
        ...describeOffer(order),
        'Nothing is paid yet. To pay, from your node or from elsewhere:',
        ...offeredWays(order).map(
          (way) => `  satchel node pay-channel ${order.id} --by ${way}${elsewhere(order, way)}`,
        ),
      ]);
    });
}

const URL_WORDS = {
  bad_link: 'it is no URL of a provider, as in https://lsp.example/api/v1',
  private_host: 'it is in a private network (see SATCHEL_OUTBOUND_ALLOW)',
  not_https: 'it has to begin with https (see SATCHEL_OUTBOUND_ALLOW)',
  port: 'it may name a port in listed networks only (see SATCHEL_OUTBOUND_ALLOW)',
  onion: 'onion services cannot be reached from here',
};

interface PayOptions {
  readonly by: PaymentWay;
  readonly satPerVbyte?: bigint;
}

function addPayCommand(node: Command, kit: Kit): void {
  node
    .command('pay-channel <order>')
    .description('pay for a channel that `buy-channel` has ordered, at most once')
    .addOption(
      new Option('--by <way>', 'over Lightning, or from the bitcoin of the node')
        .choices([...PAYMENT_WAYS])
        .makeOptionMandatory(),
    )
    .option('--sat-per-vbyte <n>', 'what the transaction pays (default: the node)', parseCount)
    .action(async (id: string, { by: way, satPerVbyte }: PayOptions, command: Command) => {
      const order = await kit.open((deps) =>
        withNode(deps, async (opened) => {
          const wish = { orderId: id, way, satPerVbyte: satPerVbyte ?? null };
          const found = await findOrder(deps, id);
          const paying = payChannelOrder(opened, THE_COMMAND_LINE, found, wish);
          const paid = await orMaybeBegun(paying);
          if (paid.kind === 'not_paid') throw new RefusedError(payRefusalText(paid.why));
          return await findOrder(deps, id);
        }),
      );
      printAnswer(command, presentOrder(order), [
        `the payment has begun: ${order.offer[way]?.totalSat} sat`,
        'The channel comes after a few blocks: see `satchel node channel-orders`.',
      ]);
    });
}

function addListCommand(node: Command, kit: Kit): void {
  node
    .command('channel-orders')
    .description('list the channels that were ordered from providers, newest first')
    .action(async (_options: unknown, command: Command) => {
      const orders = await kit.open(({ channelOrders }) =>
        channelOrders.list(SHOWN_CHANNEL_ORDERS),
      );
      printAnswer(
        command,
        orders.map(presentOrder),
        orders.length === 0 ? ['no channel was ordered yet'] : orders.flatMap(describeOrder),
      );
    });
}

/** Does one piece of work with connections to the node, to its management and to providers. */
async function withNode<T>(
  deps: BuyChannelCommandDeps,
  work: (opened: BuyDeps & Pick<OpenProvider, 'providerRules'>) => Promise<T>,
): Promise<T> {
  return await withManagement(deps, async (management: NodeManagement) => {
    await using opened = new AsyncDisposableStack();
    const lightning = opened.adopt(await deps.connectNode(), (one) => one.close());
    const node = await deps.identifyNode(lightning);
    const asking = opened.adopt(await deps.openChannelProvider(), (one) => one.provider.close());
    const shutdown = new AbortController().signal;
    const paymentStop = await readStops(deps);
    return await work({ ...deps, ...asking, management, lightning, node, paymentStop, shutdown });
  });
}

/**
 * Reads the reasons why payments of the service may not leave. The same reasons forbid paying a
 * provider of channels.
 */
async function readStops({ paymentStop, stops }: BuyChannelCommandDeps): Promise<PaymentStop> {
  const [stored] = await stops.listStops();
  return { stopReason: () => paymentStop.stopReason() ?? stored?.detail ?? null };
}

const ORDER_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

async function findOrder(
  { channelOrders }: Pick<BuyChannelCommandDeps, 'channelOrders'>,
  id: string,
): Promise<ChannelOrder> {
  const found = ORDER_ID.test(id) ? await channelOrders.find(id) : null;
  if (found === null) throw new RefusedError(`there is no order ${id}`);
  return found;
}

const offeredWays = ({ offer }: ChannelOrder): readonly PaymentWay[] =>
  PAYMENT_WAYS.filter((way) => offer[way] !== null);

function elsewhere({ offer }: ChannelOrder, way: PaymentWay): string {
  const text = way === 'lightning' ? offer.lightning?.bolt11 : offer.chain?.address;
  return `\n  or: ${text}`;
}

function describeOffer(order: ChannelOrder): readonly string[] {
  const { id, providerUrl, providerNode, sizeSat, expiryBlocks } = order;
  return [
    `order ${id} of ${providerUrl}: a channel of ${sizeSat} sat for ${expiryBlocks} blocks`,
    `from the node ${providerNode}`,
    ...offeredWays(order).map((way) => priceLine(order, way)),
  ];
}

function priceLine({ offer, refundAddress }: ChannelOrder, way: PaymentWay): string {
  const { totalSat, until } = offer[way] ?? { totalSat: 0n, until: new Date(0) };
  const more =
    way === 'lightning' && offer.lightning !== null
      ? `and at most ${routingBound(offer.lightning.totalSat)} sat for the way; it comes back if ` +
        'no channel is opened'
      : `and the fee of the transaction; the provider has to refund it to ${refundAddress}`;
  return `by ${way}: ${totalSat} sat until ${isoTime(until)}, ${more}`;
}

function describeOrder(order: ChannelOrder): readonly string[] {
  const { id, providerUrl, sizeSat, state, payment, told, payProblem, trouble } = order;
  const point = told.channel === null ? null : formatChannelPoint(told.channel.channelPoint);
  return [
    `${id} ${state}: ${sizeSat} sat of ${providerUrl}`,
    ...(payment === null ? [] : [`  paid by ${payment.way}`]),
    ...(payProblem === null || payment !== null ? [] : [`  not paid: ${payProblem}`]),
    ...(point === null ? [] : [`  channel ${point}`]),
    ...(trouble === null || state !== 'open' ? [] : [`  the last look failed: ${trouble}`]),
  ];
}

function presentOrder(order: ChannelOrder): object {
  const { lightning, chain } = order.offer;
  return {
    id: order.id,
    state: order.state,
    provider: order.providerUrl,
    provider_node: order.providerNode,
    size: satToNumber(order.sizeSat),
    expiry_blocks: order.expiryBlocks,
    refund_address: order.refundAddress,
    lightning: lightning && {
      amount: satToNumber(lightning.totalSat),
      invoice: lightning.bolt11,
      until: isoTime(lightning.until),
    },
    chain: chain && {
      amount: satToNumber(chain.totalSat),
      address: chain.address,
      until: isoTime(chain.until),
    },
    paid_by: order.payment?.way ?? null,
    channel: order.told.channel && formatChannelPoint(order.told.channel.channelPoint),
  };
}

function parseSize(text: string): Sat {
  const size = readSat(text);
  if (size === null || size === 0n) throw new InvalidArgumentError('use whole sats, from 1');
  return size;
}
