import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Random } from '../base/random.ts';
import type { Config } from './config.ts';

/**
 * What every feature is given besides its stores: the settings, the time, random bytes and the log.
 */
export interface Context {
  readonly config: Config;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}
