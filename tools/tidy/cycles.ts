import type { Finding } from './finding.ts';
import type { Import, ImportGraph } from './import-graph.ts';

/**
 * Finds files that import each other in a circle, including imports of types. Each circle is found
 * once.
 */
export function findCycles({ paths, imports }: ImportGraph): readonly Finding[] {
  const outgoing = Map.groupBy(
    imports.filter((entry) => entry.isOurs && entry.to !== entry.from),
    (entry) => entry.from,
  );
  const done = new Set<string>();
  const findings: Finding[] = [];
  const visit = (path: string, trail: readonly Import[]): void => {
    const start = trail.findIndex((entry) => entry.from === path);
    if (start >= 0) findings.push(describe(trail.slice(start)));
    if (start >= 0 || done.has(path)) return;
    for (const entry of outgoing.get(path) ?? []) visit(entry.to, [...trail, entry]);
    done.add(path);
  };
  for (const path of paths) visit(path, []);
  return findings;
}

function describe(circle: readonly Import[]): Finding {
  const [first] = circle;
  return {
    path: first?.from ?? '',
    line: first?.line ?? 1,
    message: `imports itself by way of ${circle.map((entry) => entry.to).join(', ')}`,
  };
}
