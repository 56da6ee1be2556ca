/** What can go wrong between a process and the ports that it calls. */
export interface Breakage {
  /** A dead process calls nothing any more, and hears no answers. */
  isDead: boolean;
  /** Errors for the next calls of a method, by its name, before or after it has had its effect. */
  readonly errors: Map<string, BrokenCall[]>;
  /** Called when a method of this name is about to be called. */
  readonly onCall: Map<string, () => Promise<void> | void>;
  /** Called when a method of this name has had its effect and has not answered. */
  readonly onEffect: Map<string, () => Promise<void> | void>;
}

export interface BrokenCall {
  readonly at: 'before' | 'after';
  readonly error: Error;
}

export const newBreakage = (): Breakage => ({
  isDead: false,
  errors: new Map(),
  onCall: new Map(),
  onEffect: new Map(),
});

/** A port as it is seen by a process that may break. */
export function breakable<Port extends object>(port: Port, breakage: Breakage): Port {
  return new Proxy(port, {
    get: (target, name) => {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== 'function' || STREAMS.includes(String(name))) return method;
      return (...args: unknown[]) =>
        callBreakable(breakage, String(name), async () => Reflect.apply(method, target, args));
    },
  });
}

/** Methods that answer a stream and not a promise. */
const STREAMS = ['incoming', 'settledInvoices', 'recordedPayments'];

async function callBreakable(
  breakage: Breakage,
  name: string,
  call: () => Promise<unknown>,
): Promise<unknown> {
  await hangIfDead(breakage);
  await breakage.onCall.get(name)?.();
  await hangIfDead(breakage);
  const broken = breakage.errors.get(name)?.shift();
  if (broken?.at === 'before') throw broken.error;
  const answer = await call();
  await breakage.onEffect.get(name)?.();
  await hangIfDead(breakage);
  if (broken?.at === 'after') throw broken.error;
  return answer;
}

async function hangIfDead({ isDead }: Breakage): Promise<void> {
  if (isDead) await new Promise<never>(() => undefined);
}
