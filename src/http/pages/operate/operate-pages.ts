import type { Page } from '../kit/page.ts';
import { adminNodePages } from './node.ts';
import { overviewPages } from './overview.ts';

/** What operators see. Their places in the navigation stand in kit/places.ts. */
export const OPERATE_PAGES: readonly Page[] = [...overviewPages, ...adminNodePages];
