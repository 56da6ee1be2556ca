import type { Page } from '../web/pages/page.ts';
import type { NoticePageDeps } from './pages/notice-page-deps.ts';
import { noticePages } from './pages/notices.ts';

export const NOTICE_PAGES: readonly Page<NoticePageDeps>[] = [...noticePages];
