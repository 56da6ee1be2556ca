import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { WebSocket } from 'ws';
import { openSocket } from '../support/nwc/relay-app.ts';
import { startRelayWorld } from '../support/nwc/relay-world.ts';

const world = await startRelayWorld({ after });
const cleanups: (() => unknown)[] = [];
after(() => {
  for (const end of cleanups) end();
});

/** Some libraries end each address of a relay with a slash, behind its path too. */
const spellings = (relayUrl: string): readonly string[] => [
  relayUrl,
  `${relayUrl}/`,
  `${relayUrl}//`,
  relayUrl.replace(/\/relay$/, '//relay'),
  `${relayUrl}/?from=app`,
];

test('the relay opens with a slash at the end of its address', async () => {
  for (const address of spellings(world.relayUrl)) {
    const socket = await openSocket({ after: (end) => cleanups.push(end) }, address);
    assert.equal(socket.isClosed(), false, address);
  }
});

test('it says there too what it is (NIP-11)', async () => {
  const headers = { accept: 'application/nostr+json', origin: 'https://app.example' };
  for (const address of spellings(world.relayUrl.replace(/^ws/, 'http'))) {
    const answer = await fetch(address, { headers });
    assert.equal(answer.status, 200, address);
    assert.equal(answer.headers.get('access-control-allow-origin'), '*');
    assert.match(await answer.text(), /"supported_nips":\[1,11/);
  }
});

test('what is below its address is no relay', async () => {
  for (const address of [`${world.relayUrl}/x`, `${world.relayUrl}%2F`, `${world.relayUrl}s`]) {
    const [error] = await once(new WebSocket(address), 'error');
    assert.match(String(error), /404/, address);
  }
});
