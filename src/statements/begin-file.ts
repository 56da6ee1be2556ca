/**
 * Begins a file, whose first part is read, so that a fault shows before anything is sent. `onEnd`
 * runs once, also where the rest is not read.
 */
export async function beginFile(
  parts: AsyncGenerator<string, void>,
  onEnd: () => void,
): Promise<AsyncGenerator<string, void>> {
  const first = await parts.next();
  const resumed = resume(first, parts, onEnd);
  // Only a generator that has begun runs its `finally`.
  await resumed.next();
  return resumed;
}

async function* resume(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
  onEnd: () => void,
): AsyncGenerator<string, void> {
  try {
    yield '';
    if (first.done === true) return;
    yield first.value;
    yield* rest;
  } finally {
    onEnd();
  }
}
