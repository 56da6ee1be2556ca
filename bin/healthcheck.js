// Ends with status 0 if the service that these settings describe answers that it is well: for the
// health check of a container. It loads nothing of the program, since it runs every few seconds.
try {
  process.loadEnvFile();
} catch {
  // There is none, or it cannot be read: the service would have said so.
}

const { SATCHEL_HOST: host = '', SATCHEL_PORT: port = '' } = process.env;

/** What listens on all addresses of a kind is reached at the one that leads here. */
function reachable() {
  if (host === '::') return '[::1]';
  if (host === '' || host === '0.0.0.0') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
}

try {
  const answer = await fetch(`http://${reachable()}:${port || '3000'}/health`);
  process.exit(answer.ok ? 0 : 1);
} catch {
  process.exit(1);
}
