// Names the files of src/ in stacks of the built program. Maps are read when a stack first needs
// them: Node itself would read all of them at each start, which takes a tenth of its time.
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { fileURLToPath } from 'node:url';

const BUILT = new URL('../dist/', import.meta.url).href;
/** By the address of the file; null where there is no map. */
const maps = new Map();

function readMap(url) {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')));
  } catch {
    return null;
  }
}

function describe(frame) {
  const text = String(frame);
  const url = frame.getFileName();
  if (!url?.startsWith(BUILT)) return text;
  if (!maps.has(url)) maps.set(url, readMap(url));
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  const { fileName, lineNumber } = maps.get(url)?.findOrigin(line, column) ?? {};
  if (fileName === undefined) return text;
  return text.replace(`${url}:${line}:${column}`, `${new URL(fileName, url).href}:${lineNumber}`);
}

function title(error) {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

Error.prepareStackTrace = (error, frames) =>
  [title(error), ...frames.map((frame) => `    at ${describe(frame)}`)].join('\n');
