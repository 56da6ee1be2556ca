import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import type { Cleanup } from '../database.ts';
import type { ExternalInvoiceInput, SendPlan } from '../fake-node.ts';
import { type PageVisitor, readText } from '../page-visitor.ts';
import { type PageWorld, startPages, type Visitor } from '../page-world.ts';
import { type Payee, startPayee } from './payee.ts';

const METADATA = '[["text/plain","Coffee"]]';

/** The pages, a payee on this machine, and users who send money. */
export interface SendWorld extends PageWorld {
  readonly payee: Payee;
  /** The lightning address of the payee. */
  readonly shop: string;
  /** Adds a user with money. */
  addPayer(balanceSat?: number): Promise<Visitor>;
  /** Sets the first answer of the payee, whose callback makes invoices with these properties. */
  offer(change?: object, input?: ExternalInvoiceInput, answer?: object): void;
  /** Enters a text on the page Send, and returns the path that it leads to. */
  begin(visitor: PageVisitor, text: string): Promise<string>;
  /** Enters a text and continues to the review, with an amount if the page asks for one. */
  review(visitor: PageVisitor, text: string, fields?: Fields): Promise<string>;
  read(visitor: PageVisitor, path: string): Promise<string>;
}

type Fields = Readonly<Record<string, string>>;

export async function startSendPages(
  cleanup: Cleanup,
  changes: Parameters<typeof startPages>[1] = {},
): Promise<SendWorld> {
  const world = await startPages(cleanup, changes);
  const payee = await startPayee(cleanup);
  const send: SendWorld = {
    ...world,
    payee,
    shop: `shop@${payee.host}`,
    addPayer: async (balanceSat = 100_000) => {
      const visitor = await world.addVisitor();
      if (balanceSat > 0) await visitor.api.receive(balanceSat);
      return visitor;
    },
    offer: (change = {}, input = {}, answer = {}) => {
      payee.answers.set('/.well-known/lnurlp/shop', {
        tag: 'payRequest',
        callback: `${payee.url}/cb`,
        minSendable: 1000,
        maxSendable: 100_000_000,
        metadata: METADATA,
        commentAllowed: 20,
        ...change,
      });
      payee.answers.set('/cb', (url: URL) => {
        const amountMsat = BigInt(url.searchParams.get('amount') ?? 0);
        const commitment = { descriptionHash: hash('sha256', METADATA) };
        const { bolt11 } = world.node.externalInvoice({ amountMsat, ...commitment, ...input });
        return { pr: bolt11, ...answer };
      });
    },
    begin: async (visitor, text) => {
      const answer = await visitor.post('/send', { to: text });
      assert.equal(answer.statusCode, 303, answer.body);
      return String(answer.headers.location);
    },
    review: async (visitor, text, fields = {}) => {
      const path = await send.begin(visitor, text);
      const answer = await visitor.post(path, fields);
      assert.equal(answer.statusCode, 303, answer.body);
      assert.equal(answer.headers.location, path);
      return path;
    },
    read: async (visitor, path) => {
      const page = await visitor.get(path);
      assert.equal(page.statusCode, 200, page.body);
      return readText(page);
    },
  };
  return send;
}

/** Holds payments, so that they stay open until the test ends them. */
export function holdPayments({ node }: Pick<PageWorld, 'node'>): (plan: SendPlan) => void {
  let end: (plan: SendPlan) => void = () => undefined;
  const until = new Promise<SendPlan>((resolve) => {
    end = resolve;
  });
  node.plan = { kind: 'hold', until };
  return end;
}
