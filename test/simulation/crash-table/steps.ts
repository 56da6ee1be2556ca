/** Who listens to the calls of a process, each known by its place in the order of all. */
export interface Listener {
  /** A call is about to arrive; `never` if the process is dead by then. */
  onCall(call: number): 'arrives' | 'never';
  /** A call has had its effect, and has not been answered. */
  onDone(call: number, name: string): void;
}

/**
 * What a process says to the world outside of it, call by call. The calls are found by listening,
 * so that a new one is met without anyone thinking of it.
 */
export interface Steps {
  /** A port as the process sees it; each call of it counts. */
  over<Port extends object>(portName: string, port: () => Port): Port;
  /** Counts one call that is answered at once. */
  at<Answer>(name: string, call: () => Answer): Answer;
}

export function createSteps(listener: Listener): Steps {
  let calls = 0;
  const next = (): number => {
    calls += 1;
    return calls;
  };
  const call = async (port: () => object, name: string, shown: string, args: unknown[]) => {
    const number = next();
    if (listener.onCall(number) === 'never') return await hang();
    // Another database may stand behind the port by now.
    const target = port();
    try {
      const method: unknown = Reflect.get(target, name);
      return typeof method === 'function' ? await Reflect.apply(method, target, args) : method;
    } finally {
      listener.onDone(number, shown);
    }
  };
  const see = (port: () => object, name: string, shown: string): PropertyDescriptor => {
    const method = (...args: unknown[]) => call(port, name, shown, args);
    const get = (): unknown => {
      const member: unknown = Reflect.get(port(), name);
      return typeof member !== 'function' || isStream(member) ? member : method;
    };
    return { enumerable: true, get };
  };
  return {
    over: <Port extends object>(portName: string, port: () => Port): Port => {
      const names = Object.keys(port());
      const seen = names.map((name) => [name, see(port, name, `${portName}.${name}`)]);
      return Object.defineProperties(Object.create(null), Object.fromEntries(seen));
    },
    at: (name, answer) => {
      const number = next();
      listener.onCall(number);
      const said = answer();
      listener.onDone(number, name);
      return said;
    },
  };
}

const isStream = (method: object): boolean =>
  Object.prototype.toString.call(method) === '[object AsyncGeneratorFunction]';

const hang = (): Promise<never> => new Promise(() => undefined);
