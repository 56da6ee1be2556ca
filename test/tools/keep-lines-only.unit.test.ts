import assert from 'node:assert/strict';
import { SourceMap } from 'node:module';
import { describe, it } from 'node:test';
import { transform } from 'esbuild';
import { keepLinesOnly } from '../../tools/build/keep-lines-only.ts';

const SOURCE = `
interface Shape { readonly edge: number }
// A comment that the built file lacks.
export const area = ({ edge }: Shape): number =>
  square(
    edge,
  );

function square(edge: number): number {
  if (edge < 0) throw new Error('it is negative'); else return edge * edge;
}
`;

describe('a reduced source map', () => {
  it('tells the line of each place as the whole map does, and is shorter', async () => {
    const built = await transform(SOURCE, { loader: 'ts', sourcemap: true, sourcefile: 'area.ts' });
    const reduced = keepLinesOnly(built.map);
    const [whole, short] = [readerOf(built.map), readerOf(reduced)];
    const told = new Set<string>();
    for (const [index, text] of built.code.split('\n').entries()) {
      for (let column = 1; column <= text.length; column += 1) {
        const place = whole(index + 1, column);
        assert.equal(short(index + 1, column), place, `${index + 1}:${column}`);
        told.add(place);
      }
    }
    assert(told.has('area.ts:5') && told.has('area.ts:10'), [...told].join(' '));
    assert(reduced.length < built.map.length);
  });
});

/** Reads the file and line of the source for a line and column of the built code. */
function readerOf(text: string): (line: number, column: number) => string {
  const map = new SourceMap(JSON.parse(text));
  return (line, column) => {
    const origin = map.findOrigin(line, column);
    return 'lineNumber' in origin ? `${origin.fileName}:${origin.lineNumber}` : 'nowhere';
  };
}
