import { APPROVALS_PATH } from '../../web/pages/paths.ts';

/** The path of the page about one payment that waits for approval, or that was decided. */
export const approvalPath = (id: string): string => `${APPROVALS_PATH}/${id}`;
export const payApprovalPath = (id: string): string => `${approvalPath(id)}/pay`;
export const refuseApprovalPath = (id: string): string => `${approvalPath(id)}/refuse`;
export const refuseAllPath = (id: string): string => `${approvalPath(id)}/refuse-all`;
export const mutePath = (id: string): string => `${approvalPath(id)}/mute`;

/** The field of the form that pays by which the app may then pay as much without asking. */
export const RAISE_FIELD = 'raise';
