/**
 * A webhook receiver that needs only Node (22.18 or newer runs TypeScript directly).
 *
 *   WEBHOOK_SECRET=whsec_… node receiver.ts
 */
import { createServer, type IncomingMessage } from 'node:http';
import { verifyWebhook } from './verify.ts';

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env;

/** Handled messages. A real receiver keeps them in its database, with what it did. */
const seen = new Set<string>();

createServer(async (request, response) => {
  const body = await readBody(request);
  const id = verifyWebhook(WEBHOOK_SECRET, request.headers, body);
  if (id === null) {
    response.writeHead(401).end('not genuine\n');
    return;
  }
  // The same message may come twice: after a crash on either side, or when it is replayed.
  if (!seen.has(id)) {
    seen.add(id);
    const invoice = JSON.parse(body.toString());
    console.log(`${invoice.type} ${invoice.amount} sat ${invoice.payment_hash}`);
  }
  // Answer right away and do slow work later. Without a 2xx within 15 s the message comes again.
  response.writeHead(204).end();
}).listen(Number(PORT), function () {
  console.log(`listening on ${JSON.stringify(this.address())}`);
});

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
