/** Thrown when a body is not read, or not to its end. Each protocol answers this in its own way. */
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
