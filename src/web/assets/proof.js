// Checks the file of the page as docs/proof.md says. It asks no one unless this browser has seen an
// earlier checkpoint: then it asks for those in between.

const MAX_MSAT = 2_100_000_000_000_000_000n;
const PARTS = 8;
const CHAIN_STEP = 200n;
const SEEN = 'satchel-proof';

class Fault extends Error {}

function need(holds, kind) {
  if (!holds) throw new Fault(kind);
}

const sha256 = async (...parts) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', joined(parts)));

function joined(parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function u64(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, number);
  return bytes;
}

const utf8 = (text) => new TextEncoder().encode(text);
const same = (a, b) => a.length === b.length && a.every((byte, at) => byte === b[at]);
const toHex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

function text(file, name, form) {
  const found = file?.[name];
  need(typeof found === 'string' && form.test(found), 'unreadable');
  return found;
}

function hex(file, name, length) {
  const digits = text(file, name, /^([0-9a-f]{2})*$/);
  need(digits.length === 2 * length, 'unreadable');
  return Uint8Array.from({ length }, (_, at) => Number(`0x${digits.slice(2 * at, 2 * at + 2)}`));
}

const whole = (file, name) => BigInt(text(file, name, /^\d{1,18}$/));

function msat(file, name) {
  const amount = BigInt(text(file, name, /^-?\d{1,40}$/));
  need(amount >= 0n && amount <= MAX_MSAT, 'sum_out_of_bounds');
  return amount;
}

function count(file, name, most) {
  const found = file?.[name];
  need(Number.isSafeInteger(found) && found >= 0 && found <= most, 'unreadable');
  return found;
}

function list(file, name) {
  need(Array.isArray(file?.[name]), 'unreadable');
  return file[name];
}

async function readCheckpoint(file) {
  text(file, 'format', /^satchel-owed-v1$/);
  const time = text(file, 'time', /^[-0-9T:]{19}\.\d{3}Z$/);
  const timeMs = Date.parse(time);
  need(timeMs >= 0 && new Date(timeMs).toISOString() === time, 'unreadable');
  const one = {
    epoch: whole(file, 'epoch'),
    timeMs,
    node: hex(file, 'node', 33),
    depth: count(file, 'depth', 40),
    usersRoot: hex(file, 'users_root', 32),
    usersMsat: msat(file, 'users_msat'),
    previous: hex(file, 'previous', 32),
    key: hex(file, 'key', 32),
    hash: hex(file, 'hash', 32),
    keySignature: (file.key_signature ?? null) && hex(file, 'key_signature', 64),
  };
  const unclaimed = msat(file, 'unclaimed_msat');
  const inFlight = msat(file, 'in_flight_msat');
  const signature = hex(file, 'signature', 64);
  const [root, total] = [hex(file, 'root', 32), msat(file, 'total_msat')];
  need(one.usersMsat + unclaimed <= MAX_MSAT, 'sum_out_of_bounds');
  const sums = [u64(one.usersMsat), u64(unclaimed)];
  const made = await sha256(Uint8Array.of(2), u64(one.epoch), one.usersRoot, ...sums);
  const signed = joined([
    utf8('satchel-owed-v1'),
    ...[u64(one.epoch), u64(BigInt(timeMs)), one.node, Uint8Array.of(one.depth), one.usersRoot],
    ...[...sums, u64(inFlight), made, one.previous, one.key],
  ]);
  const isWhole = same(root, made) && same(one.hash, await sha256(signed));
  need(isWhole && total === one.usersMsat + unclaimed && inFlight <= one.usersMsat, 'wrong_root');
  need(await isSigned(one.key, signed, signature), 'wrong_signature');
  return one;
}

async function isSigned(key, signed, signature) {
  const imported = await crypto.subtle.importKey('raw', key, 'Ed25519', false, ['verify']);
  return await crypto.subtle.verify('Ed25519', imported, signature, signed);
}

async function readChain(file) {
  if (file?.format !== 'satchel-owed-chain-v1') return [await readCheckpoint(file)];
  const chain = [];
  for (const one of list(file, 'checkpoints')) chain.push(await readCheckpoint(one));
  need(chain.length > 0, 'unreadable');
  for (const [place, next] of chain.entries()) {
    if (place === 0) continue;
    need(follows(chain[place - 1], next), 'broken_chain');
    need(await hasSameKey(chain[place - 1], next), 'unsigned_key');
  }
  return chain;
}

const follows = (before, next) =>
  next.epoch === before.epoch + 1n &&
  same(next.previous, before.hash) &&
  same(next.node, before.node) &&
  next.timeMs >= before.timeMs;

/** Whether the key is that of the checkpoint before, or was signed by it. */
async function hasSameKey(before, next) {
  if (same(next.key, before.key)) return true;
  const signed = joined([utf8('satchel-owed-key-v1'), next.previous, next.key]);
  return next.keySignature !== null && (await isSigned(before.key, signed, next.keySignature));
}

function readPart(part) {
  return {
    part: count(part, 'part', 255),
    index: count(part, 'index', 2 ** 40 - 1),
    msat: msat(part, 'msat'),
    nonce: hex(part, 'nonce', 32),
    path: list(part, 'path').map((sibling) => ({
      hash: hex(sibling, 'hash', 32),
      msat: msat(sibling, 'msat'),
    })),
  };
}

async function checkMine(checkpoint, file, identifier) {
  text(file, 'format', /^satchel-owed-mine-v1$/);
  const name = text(file, 'identifier', /^/);
  const owner = [u64(whole(file, 'record_seq')), hex(file, 'chain_head', 32), utf8(name)];
  const [epoch, total] = [whole(file, 'epoch'), msat(file, 'total_msat')];
  const parts = list(file, 'parts').map(readPart);
  need(epoch === checkpoint.epoch, 'other_epoch');
  need(identifier === undefined || identifier === name, 'other_identifier');
  const numbers = new Set(parts.map(({ part }) => part));
  const places = new Set(parts.map(({ index }) => index));
  need(numbers.size === parts.length && places.size === parts.length, 'part_twice');
  need(parts.length === PARTS && parts.every(({ part }) => part < PARTS), 'part_missing');
  for (const part of parts) await checkPart(checkpoint, owner, part);
  need(parts.reduce((sum, part) => sum + part.msat, 0n) === total, 'wrong_total');
}

async function checkPart({ epoch, depth, usersRoot, usersMsat }, owner, part) {
  need(part.path.length === depth && part.index < 2 ** depth, 'wrong_depth');
  let sum = part.msat;
  const head = [Uint8Array.of(0), part.nonce, u64(epoch), Uint8Array.of(part.part), u64(sum)];
  let node = await sha256(...head, ...owner);
  let place = part.index;
  for (const beside of part.path) {
    const [own, other] = [joined([node, u64(sum)]), joined([beside.hash, u64(beside.msat)])];
    const pair = place % 2 === 0 ? [own, other] : [other, own];
    node = await sha256(Uint8Array.of(1), ...pair);
    sum += beside.msat;
    need(sum <= MAX_MSAT, 'not_in_tree');
    place = Math.floor(place / 2);
  }
  need(same(node, usersRoot) && sum === usersMsat, 'not_in_tree');
}

/** Throws why it does not hold. The signature of the node is left to other programs. */
export async function verify({ checkpoint: file, mine, key, identifier }) {
  const chain = await readChain(file);
  need(key === undefined || chain.some((one) => toHex(one.key) === key), 'wrong_key');
  const checkpoint = chain.at(-1);
  if (mine !== undefined) await checkMine(checkpoint, mine, identifier);
  return checkpoint;
}

/** What this browser saw last must lead to what it sees now. Answers how. */
async function compareWithSeen(checkpoint) {
  const seen = readSeen();
  if (seen === null) return 'first';
  need(BigInt(seen.epoch) <= checkpoint.epoch, 'older_than_seen');
  let last = BigInt(seen.epoch);
  let { hash, key } = seen;
  while (last < checkpoint.epoch) {
    const next = last + CHAIN_STEP - 1n;
    const end = next < checkpoint.epoch ? next : checkpoint.epoch;
    const chain = await readChain(await fetchChain(last, end));
    need(toHex(chain[0].key) === key, 'wrong_key');
    need(toHex(chain[0].hash) === hash, 'other_history');
    need(chain[0].epoch === last && chain.at(-1).epoch === end, 'broken_chain');
    last = end;
    hash = toHex(chain.at(-1).hash);
    key = toHex(chain.at(-1).key);
  }
  need(key === toHex(checkpoint.key), 'wrong_key');
  need(hash === toHex(checkpoint.hash), 'other_history');
  if (key !== seen.key) return 'rotated';
  return BigInt(seen.epoch) === checkpoint.epoch ? 'same' : 'since';
}

async function fetchChain(first, last) {
  try {
    const answer = await fetch(`/proof/${first}-${last}.json`);
    need(answer.ok, 'unreachable');
    return await answer.json();
  } catch {
    throw new Fault('unreachable');
  }
}

function readSeen() {
  try {
    const seen = JSON.parse(localStorage.getItem(SEEN));
    return typeof seen?.hash === 'string' && /^\d+$/.test(seen.epoch) ? seen : null;
  } catch {
    return null;
  }
}

function remember({ epoch, hash, key }) {
  const seen = { epoch: String(epoch), hash: toHex(hash), key: toHex(key) };
  try {
    localStorage.setItem(SEEN, JSON.stringify(seen));
  } catch {
    // A browser that keeps nothing checks as if for the first time.
  }
}

/** Browsers without it, and pages over plain http, cannot check signatures. */
async function canCheck() {
  try {
    const point = new Uint8Array(32).fill(0x66);
    point[0] = 0x58;
    await crypto.subtle.importKey('raw', point, 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}

async function checkPage(root) {
  const show = (outcome) => {
    for (const one of root.querySelectorAll('[data-outcome]')) {
      one.hidden = one.dataset.outcome !== outcome;
    }
  };
  if (!(await canCheck())) return show('impossible');
  show('checking');
  try {
    const read = (id) => JSON.parse(document.getElementById(id).textContent);
    const checkpoint = await verify({
      checkpoint: read('proof-checkpoint'),
      mine: read('proof-mine'),
      identifier: root.dataset.proof,
    });
    const chain = await compareWithSeen(checkpoint);
    remember(checkpoint);
    root.querySelector(`[data-chain="${chain}"]`).hidden = false;
    show('held');
  } catch (error) {
    const kind = error instanceof Fault ? error.message : 'unreadable';
    root.querySelector(`[data-reason="${kind}"]`).hidden = false;
    show('refused');
  }
}

const own = document.querySelector('[data-proof]');
if (own) checkPage(own);
