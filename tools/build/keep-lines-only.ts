const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const CONTINUES = 32;

/**
 * Reduces a source map to the file and line of each place, which is what stacks are read for. With
 * columns and names, the maps of the package would be three times as large.
 */
export function keepLinesOnly(text: string): string {
  const map: { readonly mappings: string } = JSON.parse(text);
  const at = { source: 0, line: 0 };
  const kept = { source: 0, line: 0 };
  const lines = map.mappings.split(';').map((segments) => {
    const wanted: string[] = [];
    let column = 0;
    let keptColumn = 0;
    for (const segment of segments.split(',')) {
      const [further = 0, source, line] = readNumbers(segment);
      column += further;
      if (source === undefined || line === undefined) continue;
      at.source += source;
      at.line += line;
      const isSame = at.source === kept.source && at.line === kept.line;
      if (isSame && wanted.length > 0) continue;
      const steps = [column - keptColumn, at.source - kept.source, at.line - kept.line, 0];
      wanted.push(steps.map(writeNumber).join(''));
      keptColumn = column;
      Object.assign(kept, at);
    }
    return wanted.join(',');
  });
  return JSON.stringify({ ...map, names: [], mappings: lines.join(';') });
}

/** Reads numbers in the form of source maps: base 64, lowest digits first, the sign in one bit. */
function readNumbers(segment: string): readonly number[] {
  const numbers: number[] = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = DIGITS.indexOf(letter);
    value += (digit & (CONTINUES - 1)) << shift;
    shift += 5;
    if ((digit & CONTINUES) !== 0) continue;
    numbers.push((value & 1) === 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
}

function writeNumber(number: number): string {
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  let text = '';
  do {
    const digit = rest & (CONTINUES - 1);
    rest >>= 5;
    text += DIGITS[rest > 0 ? digit | CONTINUES : digit];
  } while (rest > 0);
  return text;
}
