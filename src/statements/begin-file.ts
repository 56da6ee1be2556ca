/**
 * Begins to write a file: reads its first part, so that a fault shows before anything is sent.
 * `onEnd` runs once, even if the rest is not read.
 */
export async function beginFile(
  parts: AsyncGenerator<string, void>,
  onEnd: () => void,
): Promise<AsyncGenerator<string, void>> {
  const first = await parts.next();
  const resumed = resume(first, parts, onEnd);
  // Only a generator that has begun runs its `finally`, so an unread one is begun here.
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
