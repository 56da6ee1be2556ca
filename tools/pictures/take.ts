import type { Page } from 'playwright-core';

export const WIDTHS = [390, 1280] as const;
export const SCHEMES = ['light', 'dark'] as const;

/**
 * Takes pictures of a page under this name, in every width, in light and dark, unless the options
 * say otherwise.
 */
export type Take = (page: Page, name: string, options?: TakeOptions) => Promise<void>;

export interface TakeOptions {
  readonly widths?: readonly (typeof WIDTHS)[number][];
  readonly schemes?: readonly (typeof SCHEMES)[number][];
  /** The height at which the picture is cut off. */
  readonly maxHeight?: number;
}
