import type { Life } from './life.ts';
import { drawBreak, travel, type Weather } from './weather.ts';

export interface Wire {
  readonly life: Life;
  readonly weather: Weather;
  /** Has the effect of a call. */
  perform<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  isAway(): boolean;
  newFault(): Error;
}

/**
 * A port as one process sees it over a wire: calls and answers take time, get lost, and what is on
 * its way when the process dies still arrives.
 */
export function wired<Port extends object>(port: () => Port, wire: Wire): Port {
  return new Proxy(port(), {
    get: (_, name) => {
      const method: unknown = Reflect.get(port(), name);
      if (typeof method !== 'function') return method;
      // Another database may stand at the address by the time that the call arrives.
      return (...args: unknown[]) =>
        callOver(wire, async () => {
          const target = port();
          const arrived: unknown = Reflect.get(target, name);
          return typeof arrived === 'function' ? Reflect.apply(arrived, target, args) : arrived;
        });
    },
  });
}

export async function callOver<Answer>(wire: Wire, call: () => Promise<Answer>): Promise<Answer> {
  const { life, weather } = wire;
  await life.step();
  const breaks = drawBreak(weather);
  await travel(weather);
  if (breaks === 'before' || wire.isAway()) {
    await life.step();
    throw wire.newFault();
  }
  const answer = await wire.perform(call).catch((error: unknown) => new Thrown(error));
  await travel(weather);
  await life.step();
  if (answer instanceof Thrown) throw answer.error;
  if (breaks === 'after') throw wire.newFault();
  return answer;
}

class Thrown {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}
