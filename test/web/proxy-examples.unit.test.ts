import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const nginx = readFileSync(
  new URL('../../docs/examples/proxy/nginx.conf', import.meta.url),
  'utf8',
).replaceAll(/^\s*#.*$/gm, '');

test('the example for nginx keeps the secrets of one-time links out of its logs', () => {
  const servers = nginx.split(/^server \{/m).slice(1);
  assert.equal(servers.length, 2);
  for (const server of servers) {
    assert.match(server, /^ {2}access_log \S+ satchel;$/m);
    assert.match(server, /^ {2}error_log \S+ crit;$/m, 'others quote the whole request');
  }
  const format = /log_format satchel ([^;]*);/.exec(nginx)?.[1] ?? '';
  assert.match(format, /\$request_method \$uri/);
  assert.doesNotMatch(
    format,
    /\$(request(?!_)|request_uri|args|query_string|http_referer|arg_\w+)\b/,
  );
});
