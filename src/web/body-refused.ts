/**
 * Thrown for a body that is not read, or not to its end. Each protocol has an answer of its own to
 * it.
 */
export class BodyRefusedError extends Error {
  override readonly name = 'BodyRefusedError';
  readonly statusCode: 400 | 413 | 429 | 503;
  readonly retryAfterSec: number;

  constructor(statusCode: BodyRefusedError['statusCode'], retryAfterSec = 1) {
    super(`a body was refused: ${statusCode}`);
    this.statusCode = statusCode;
    this.retryAfterSec = retryAfterSec;
  }
}
