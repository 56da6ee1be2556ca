/**
 * The same with the library `svix`, any version from 0.85; `standardwebhooks` works the same way.
 *
 *   npm install svix
 *   WEBHOOK_SECRET=whsec_… node receiver-with-svix.ts
 */
import { createServer } from 'node:http';
import { Webhook } from 'svix';

const { WEBHOOK_SECRET = '', PORT = '8080' } = process.env;
const webhook = new Webhook(WEBHOOK_SECRET);

createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  try {
    // Throws when the delivery is not genuine. Its result differs between versions.
    webhook.verify(body, request.headers as Record<string, string>);
  } catch {
    response.writeHead(401).end('not genuine\n');
    return;
  }
  const invoice = JSON.parse(body);
  console.log(`${invoice.type} ${invoice.amount} sat ${invoice.payment_hash}`);
  response.writeHead(204).end();
}).listen(Number(PORT), function () {
  console.log(`listening on ${JSON.stringify(this.address())}`);
});
