import type { StyleSheets } from '../../web/pages/assets.ts';

/**
 * The two style sheets, with the files of src/ from which each is joined. The order matters,
 * because later rules win.
 */
export const STYLE_SHEETS: StyleSheets = {
  'satchel.css': [
    'web/styles/base.css',
    'web/styles/frame.css',
    'web/styles/cards.css',
    'web/styles/lists.css',
    'web/styles/forms.css',
    'webhooks/pages/webhooks.css',
    'address/pages/address.css',
    'apps/pages/apps.css',
    'contacts/pages/contacts.css',
    'send/pages/send.css',
    'proof/pages/proof.css',
    'activity/pages/activity.css',
    'notifications/pages/notifications.css',
    'statements/pages/statements.css',
    'account-closure/pages/account-closure.css',
    'web/styles/print.css',
  ],
  // Only operators' pages load this style sheet, after the one that all pages load.
  'operate.css': ['admin/pages/admin.css'],
};
